import { MedusaError } from '@medusajs/framework/utils'
import { QuittanceError } from '../../../sdk/src/index.ts'

/** Gives the errors of the API a type of Medusa's, without which it shows no message to anybody. */
export async function asMedusaError<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call()
  } catch (cause) {
    if (!(cause instanceof QuittanceError)) throw cause
    const { status = 503, message } = cause
    const { NOT_ALLOWED, UNEXPECTED_STATE } = MedusaError.Types
    const error = new MedusaError(status < 500 ? NOT_ALLOWED : UNEXPECTED_STATE, message)
    error.cause = cause
    throw error
  }
}
