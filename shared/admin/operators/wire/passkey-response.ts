import * as z from 'zod'

const extensions = z.record(z.string(), z.unknown()).default({})
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

/** What `navigator.credentials.get` returns, as JSON. */
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

/** What `navigator.credentials.create` returns, as JSON. */
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

/** Options for the browser, passed through as the library makes them. */
export const passkeyOptions = z.record(z.string(), z.unknown())
