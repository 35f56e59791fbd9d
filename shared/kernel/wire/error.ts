import * as z from 'zod'
import { errors, type ServiceError } from '../errors.ts'

export const errorBody = z.lazy(() =>
  z
    .object({
      error: z
        .object({
          type: z.string(),
          code: z.string(),
          message: z.string(),
          param: z.string().optional(),
          requestId: z.string(),
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
