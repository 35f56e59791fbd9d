import { ServiceError } from '../../kernel/errors.ts'
import type { Customer } from './rules/customer.ts'

/** Throws `state_changed` if the customer was erased. */
export function refuseErased({ id, erasedAt }: Customer): void {
  if (erasedAt === undefined) return
  throw new ServiceError(
    'state_changed',
    `Customer ${id} was erased and can't be changed any more.`,
  )
}
