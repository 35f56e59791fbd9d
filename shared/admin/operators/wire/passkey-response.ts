import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import * as z from 'zod'

/** Any object: browsers define their own extensions. */
const extensions: z.ZodType<Record<string, unknown>, object | undefined> = z
  .record(z.string(), z.unknown())
  .default({})
const attachment = z.enum(['cross-platform', 'platform']).nullish()
/** A browser's response is a few kilobytes. */
const bytes = z.base64url().max(16_384)

const common = {
  id: z.base64url().min(1).max(1024),
  rawId: bytes,
  type: z.literal('public-key'),
  clientExtensionResults: extensions,
  authenticatorAttachment: attachment,
}

/** The result of `navigator.credentials.get`, as JSON. */
export const passkeyAssertion = z.lazy(() =>
  z.object({
    ...common,
    response: z.object({
      clientDataJSON: bytes,
      authenticatorData: bytes,
      signature: bytes,
      userHandle: z.base64url().max(200).nullish(),
    }),
  }),
)

/** The result of `navigator.credentials.create`, as JSON. */
export const passkeyAttestation = z.lazy(() =>
  z.object({
    ...common,
    response: z.object({
      clientDataJSON: bytes,
      attestationObject: bytes,
      transports: z.array(z.string().max(20)).max(10).default([]),
    }),
  }),
)

export type PasskeyAssertion = z.infer<typeof passkeyAssertion>
export type PasskeyAttestation = z.infer<typeof passkeyAttestation>

/** Options for `navigator.credentials.get`, passed on as the library makes them. */
export const passkeyRequest = z.custom<PublicKeyCredentialRequestOptionsJSON>()

/** Options for `navigator.credentials.create`, passed on as the library makes them. */
export const passkeyCreation = z.custom<PublicKeyCredentialCreationOptionsJSON>()
