import { ServiceError } from '../../shared/domain/errors.ts'
import { workerHandler } from './worker-handler.ts'

/** A function that the operator's terminal calls. What the operator can mend is told there, word for word. */
export function operatorHandler<Answer>(run: (event: unknown) => Promise<Answer>) {
  return workerHandler(run, { meant: (error) => error instanceof ServiceError })
}
