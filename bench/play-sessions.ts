import { newId } from '../shared/kernel/ids.ts'
import { invariant } from '../shared/kernel/invariant.ts'
import { shardOf } from '../shared/kernel/store/shards.ts'
import type { Table } from '../shared/kernel/store/table.ts'
import { transact } from '../shared/kernel/store/transact.ts'
import type { CheckoutSession } from '../shared/payments/checkout-sessions/rules/checkout-session.ts'
import type { TransfersCounted } from '../shared/payments/checkout-sessions/rules/decide-session.ts'
import { sessionCreation } from '../shared/payments/checkout-sessions/store/sessions.ts'
import { customerSession } from '../shared/payments/checkout-sessions/store/sessions-of-customer.ts'
import { type ApplyFactDeps, applyFact } from '../shared/payments/ledger/apply-fact.ts'
import { addressCreation } from '../shared/payments/ledger/store/addresses.ts'
import {
  derivationStart,
  nextDerivationIndex,
} from '../shared/payments/wallet/store/derivation-counter.ts'
import { customerCreation } from '../shared/records/customers/store/customers.ts'
import { aSession, counted, someSettings, transfersCounted } from '../test/factories.ts'
import { seededBytes } from '../test/seeded-bytes.ts'
import { aWebhookEndpoint, saveEndpoint } from '../test/webhook-fixture.ts'

export type Load = {
  perSecond: number
  seconds: number
  shards: number
  /** How many workers apply each change at the same time, such as a notification's and an open page's. */
  noticedBy: number
}

const randomBytes = seededBytes('growth')
const start = new Date('2026-03-01T12:00:00.000Z')

/** Creates a webhook endpoint, and the counter of derivation indices. */
export async function prepareSessions(table: Table): Promise<void> {
  const endpoint = aWebhookEndpoint({ url: 'https://shop.example', at: start }, randomBytes)
  await saveEndpoint(table, endpoint)
  await transact(table, [derivationStart(table, 'test', 0)])
}

/**
 * Each virtual second, new sessions are opened, and those of the seconds before are detected and paid, which closes them, all
 * at the same time, and so closer together than in a real second. Throws unless each is paid and closed.
 */
export async function playSessions(table: Table, load: Load): Promise<void> {
  let now = start
  const settings = async () => someSettings({ recheckDelaySeconds: 1 })
  const nothing = async () => undefined
  const follow = { enqueueDeliveries: nothing, startConfirmation: nothing }
  const deps = { table, now: () => now, randomBytes, settings, ...follow }
  let stages: CheckoutSession[][] = [[], []]
  const notice = (sessions: readonly CheckoutSession[] = [], fact: Fact) =>
    Promise.all(sessions.map((one) => change(deps, one, { fact, times: load.noticedBy })))
  for (let second = 0; second < load.seconds + 2; second++) {
    now = new Date(now.getTime() + 1000)
    const opening = Array.from({ length: second < load.seconds ? load.perSecond : 0 })
    const [opened, detected] = stages
    const [fresh, seen, paid] = await Promise.all([
      Promise.all(opening.map(() => open(deps, load.shards))),
      notice(opened, { confirmations: 0 }),
      notice(detected, { confirmations: 3 }),
    ])
    const isDone = paid.every(({ status, closedAt }) => status === 'paid' && closedAt)
    invariant(isDone, 'every session is paid and closed')
    stages = [fresh, seen]
  }
}

type Fact = Pick<TransfersCounted, 'confirmations'>

async function open(deps: ApplyFactDeps, shards: number): Promise<CheckoutSession> {
  const createdAt = deps.now()
  const derivationIndex = await nextDerivationIndex(deps.table, 'test')
  const id = newId('checkoutSession', createdAt, randomBytes)
  // Derived from the index alone, so that the table refuses an index that was used before.
  const address = `0x${derivationIndex.toString(16).padStart(40, '0')}`
  const made = { id, shard: shardOf(id, shards), address, derivationIndex, createdAt }
  const session = aSession(made)
  const customerId = newId('customer', createdAt, randomBytes)
  const customer = { id: customerId, mode: 'test', email: `${customerId}@shop.example` } as const
  const times = { metadata: null, createdAt, updatedAt: createdAt }
  const { committed } = await transact(deps.table, [
    sessionCreation(session, session.expiresAt),
    addressCreation(session),
    ...customerCreation({ ...customer, ...times }, shardOf(customerId, shards)),
    customerSession(session, customerId),
  ])
  invariant(committed, 'a session has an address of its own')
  return session
}

async function change(
  deps: ApplyFactDeps,
  { mode, id: sessionId, lock }: CheckoutSession,
  { fact, times }: { fact: Fact; times: number },
): Promise<CheckoutSession> {
  const seen = counted(lock.amountBase)
  const confirmed = fact.confirmations > 0 ? seen : counted(0n)
  const whole = transfersCounted({ lock, seen, confirmed, txHash: '0xaa', ...fact })
  const noticed = Array.from({ length: times }, () =>
    applyFact(deps, { mode, sessionId }, async () => whole),
  )
  const [session] = await Promise.all(noticed)
  invariant(session, 'the session is in the table')
  return session
}
