import { randomBytes } from 'node:crypto'
import { newId } from '../../../shared/kernel/ids.ts'
import { transact } from '../../../shared/kernel/store/transact.ts'
import { wordWrites } from '../../../shared/kernel/store/words.ts'
import { sessionWords } from '../../../shared/payments/checkout-sessions/store/session-words.ts'
import type { Counts } from '../counts.ts'
import { measured, meteredInvocation } from '../meter.ts'
import type { World } from '../world.ts'

const mode = 'live'

/**
 * What a search needs of a session with the number of its order, of a customer who is new and gives a name, besides
 * what is written anyway. The writes join a transaction that there is anyway, so only they count.
 */
export async function findable({ table }: World): Promise<Counts> {
  const at = new Date()
  const metadata = { orderId: 'ORD-10483' }
  const session = { mode, id: newId('checkoutSession', at, randomBytes), metadata } as const
  const customer = { mode, kind: 'customer', id: newId('customer', at, randomBytes) } as const
  const writes = [
    ...sessionWords(session, []),
    ...wordWrites(customer, 'maria.lopez@example.com', 'Maria López'),
  ]
  const { writeUnits = 0, storedByteMonths = 0 } = await measured(() =>
    meteredInvocation(512, () => transact(table, writes)),
  )
  return { writeUnits, storedByteMonths }
}
