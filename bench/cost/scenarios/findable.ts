import { randomBytes } from 'node:crypto'
import { newId } from '../../../shared/kernel/ids.ts'
import type { Write } from '../../../shared/kernel/store/transact.ts'
import { wordWrites } from '../../../shared/kernel/store/words.ts'
import { sessionPairs } from '../../../shared/payments/checkout-sessions/store/session-pairs.ts'
import { sessionWords } from '../../../shared/payments/checkout-sessions/store/session-words.ts'
import { customerSession } from '../../../shared/payments/checkout-sessions/store/sessions-of-customer.ts'
import { eventCreation } from '../../../shared/records/outbox/store/events.ts'
import { type Counts, minus, plus } from '../counts.ts'
import type { World } from '../world.ts'
import { joinedWrites } from './joined-writes.ts'

const mode = 'live'

const metadata = { orderId: 'ORD-10483' }

const newSession = () =>
  ({ mode, id: newId('checkoutSession', new Date(), randomBytes), metadata }) as const

const newCustomer = () =>
  ({ mode, kind: 'customer', id: newId('customer', new Date(), randomBytes) }) as const

/** Rows for the search of a session with the number of its order, of a customer who is new and gives a name. */
export function findable(world: World): Promise<Counts> {
  return joinedWrites(world, [
    ...sessionWords(newSession(), []),
    ...wordWrites(newCustomer(), 'maria.lopez@example.com', 'Maria López'),
  ])
}

/** Rows for the filters of lists: a session of a link, with a customer, a pair of metadata and two events. */
export async function filterable(world: World): Promise<Counts> {
  const session = newSession()
  const references = [customerSession(session, newCustomer().id), ...sessionPairs(session)]
  const ofLink = await joinedWrites(
    world,
    twoEvents(session.id, newId('paymentLink', new Date(), randomBytes)),
  )
  const ofNone = await joinedWrites(world, twoEvents(session.id, null))
  return plus(await joinedWrites(world, references), minus(ofLink, ofNone))
}

function twoEvents(sessionId: string, linkId: string | null): Write[] {
  return (['session.detected', 'session.paid'] as const).map((type) => {
    const createdAt = new Date()
    const id = newId('event', createdAt, randomBytes)
    return eventCreation({ id, mode, type, sessionId, linkId, data: {}, createdAt })
  })
}
