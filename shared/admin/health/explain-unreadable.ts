import { ServiceError } from '../../kernel/errors.ts'
import { UnreadableRow } from '../../kernel/store/unreadable-rows.ts'

/**
 * What an operator reads if a row can't be read: which one, since a list without it might hide money. Undefined for other
 * errors.
 */
export function explainUnreadable(error: unknown): ServiceError | undefined {
  if (!(error instanceof UnreadableRow)) return undefined
  const { key, attributes } = error
  const what = `This version can't read the row ${key} (${attributes}).`
  const message = `${what} A newer version may have written it: deploy that version again.`
  return new ServiceError('row_unreadable', message, { cause: error })
}
