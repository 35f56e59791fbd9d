import * as z from 'zod'
import { ServiceError } from '../../../kernel/errors.ts'
import { words } from '../../../kernel/wire/words.ts'
import { digest, proof } from '../wire/proof.ts'

/** The input of `verify-proof`, from a function that may read no credentials. */
export const proofRequest = z.lazy(() =>
  z.object({
    operatorId: z.string(),
    /** The network address of the browser. */
    address: z.string(),
    /** The browser of the sign-in. Its wrong codes are counted together. */
    browser: z.string(),
    digest,
    /** The factor that the request changes: another one has to confirm it. */
    changes: z.string().nullable(),
    /** Whether it comes from the browser that claimed the instance, within 60 minutes of the claim. */
    inWizard: z.boolean(),
    /** Null for a step of the wizard if a proof was verified before. */
    proof: proof.nullable(),
  }),
)

export type ProofRequest = z.infer<typeof proofRequest>

/** Throws the service's error unless the operator proved who they are. */
export type VerifyProof = (request: ProofRequest) => Promise<void>

const errorCodes = z.enum([
  'proof_required',
  'sign_in_failed',
  'codes_stopped',
  'rate_limit_exceeded',
  'state_changed',
])

export const proofReply = z.lazy(() =>
  z.discriminatedUnion('outcome', [
    z.object({ outcome: z.literal('proven') }),
    z.object({
      outcome: z.literal('refused'),
      code: errorCodes,
      message: z.string(),
      retryAfterSeconds: z.int().exactOptional(),
      words: words.exactOptional(),
    }),
  ]),
)

export type ProofReply = z.infer<typeof proofReply>

/** The reply to a refused request; undefined for other errors. */
export function refusalOf(error: unknown): ProofReply | undefined {
  if (!(error instanceof ServiceError)) return undefined
  const code = errorCodes.safeParse(error.code)
  if (!code.success) return undefined
  const { message, retryAfterSeconds, words: said } = error
  const again = retryAfterSeconds === undefined ? {} : { retryAfterSeconds }
  return { outcome: 'refused', code: code.data, message, ...again, ...(said && { words: said }) }
}

export function proofRequired(): ServiceError {
  const message = 'Confirm that it is you, with your passkey or your password and code.'
  return new ServiceError('proof_required', message)
}
