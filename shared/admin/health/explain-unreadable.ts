import type { ServiceError } from '../../kernel/errors.ts'
import { UnreadableRow } from '../../kernel/store/unreadable-rows.ts'
import { refuseHealth } from './rules/health-refusals.ts'

/**
 * What an operator reads if a row can't be read: which one, since a list without it might hide money. Undefined for other
 * errors.
 */
export function explainUnreadable(error: unknown): ServiceError | undefined {
  if (!(error instanceof UnreadableRow)) return undefined
  const { key, attributes } = error
  return refuseHealth('row_not_readable', { key, attributes }, { cause: error })
}
