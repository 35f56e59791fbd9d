import type { Write } from '../../../kernel/store/transact.ts'
import { wordWrites } from '../../../kernel/store/words.ts'
import type { CheckoutSession } from '../rules/checkout-session.ts'
import { searchableTexts } from '../rules/searchable-texts.ts'

/**
 * The writes by which a session is found by the number of its order and the values of these keys of its metadata, for
 * the transaction that adds them.
 */
export function sessionWords(
  session: Pick<CheckoutSession, 'mode' | 'id' | 'shard' | 'metadata'>,
  names: readonly string[],
): Write[] {
  const { mode, id, shard } = session
  const texts = searchableTexts(session.metadata, names)
  return wordWrites({ mode, id, shard, kind: 'checkoutSession' }, ...texts)
}
