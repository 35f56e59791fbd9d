import * as z from 'zod'
import { errors, type ServiceError } from '../errors.ts'

export const errorBody = z.lazy(() =>
  z
    .object({
      error: z
        .object({
          type: z.string().describe('The kind of error, one for each status.'),
          code: z.string().describe('What happened. Decide by this.'),
          message: z.string().describe('What to do, for people. The wording can change.'),
          param: z.string().optional().describe('The field that caused it, if one did.'),
          requestId: z.string().describe('Identifies the request in the instance’s log.'),
        })
        .meta({ id: 'ErrorDetail' }),
    })
    .meta({ id: 'Error' }),
)

export type ErrorBody = z.infer<typeof errorBody>

/** The body of an error response. */
export function presentError(
  { code, message, param }: ServiceError,
  { requestId }: { requestId: string },
): ErrorBody {
  const { type } = errors[code]
  return {
    error: { type, code, message, ...(param !== undefined && { param }), requestId },
  }
}

/** The body of an error response for the dashboard, which has texts of its own for it in other languages. */
export function presentDashboardError(error: ServiceError, request: { requestId: string }) {
  const { words } = error
  return { error: { ...presentError(error, request).error, ...(words && { words }) } }
}
