import type { ServiceError } from '../../kernel/errors.ts'
import { UnreadableRow } from '../../kernel/store/unreadable-rows.ts'
import { refuseHealth } from './rules/health-refusals.ts'

/**
 * Returns the operator's error for a row that can't be read: it names the row, since a list without it might hide
 * money. Undefined for other errors.
 */
export function explainUnreadable(error: unknown): ServiceError | undefined {
  if (!(error instanceof UnreadableRow)) return undefined
  const { key, attributes } = error
  return refuseHealth('row_not_readable', { key, attributes }, { cause: error })
}
