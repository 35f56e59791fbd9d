import * as z from 'zod'
import { passkeyAssertion } from './passkey-response.ts'
import { givenCode, givenPassword } from './password.ts'

const byPasskey = z.strictObject({ challengeId: z.string().max(100), response: passkeyAssertion })
const byPassword = z.strictObject({ password: givenPassword, code: givenCode.exactOptional() })

/** Who sends a request: a passkey's signature of its hash, or the password with a code of the app or a recovery code. */
export const proof = z.lazy(() => z.union([byPasskey, byPassword]))

export type Proof = z.infer<typeof proof>

/** A request with a proof: the input is a text, because the proof is about exactly this text. */
export const provenRequest = z.strictObject({ input: z.string(), proof })

/** SHA-256 in base64url. */
export const digest = z.string().regex(/^[\w-]{43}$/)
