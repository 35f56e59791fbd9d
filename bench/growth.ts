import type { CheckoutSession } from '../shared/checkout-sessions/rules/checkout-session.ts'
import { type SessionEventDeps, sessionEvents } from '../shared/checkout-sessions/session-events.ts'
import { sessionCreation, sessionReplacement } from '../shared/checkout-sessions/store/sessions.ts'
import { customerCreation } from '../shared/customers/store/customers.ts'
import { newId, randomFraction } from '../shared/kernel/ids.ts'
import { shardOf } from '../shared/kernel/store/shards.ts'
import type { Table } from '../shared/kernel/store/table.ts'
import { transact, type Write } from '../shared/kernel/store/transact.ts'
import { addressCreation } from '../shared/ledger/store/addresses.ts'
import { closedAddressCreation } from '../shared/ledger/store/closed-addresses.ts'
import { heldBy } from '../shared/sweeps/held-by.ts'
import { holdingDue } from '../shared/sweeps/store/holdings.ts'
import { nextDerivationIndex } from '../shared/wallet/store/derivation-counter.ts'
import { aSession, someSettings } from '../test/factories.ts'
import { seededBytes } from '../test/seeded-bytes.ts'
import { aWebhookEndpoint, saveEndpoint } from '../test/webhook-fixture.ts'
import type { Figure } from './bench.ts'
import { localTable } from './local-services.ts'
import { type Partition, writesByPartition } from './writes-by-partition.ts'

const perSecond = 200
const seconds = 6
const randomBytes = seededBytes('growth')

/** 200 sessions a second: what they write at the same time, and how much of it one partition gets. */
export async function growth(): Promise<Figure[]> {
  return [...(await withShards(1)), ...(await withShards(16))]
}

async function withShards(shards: number): Promise<Figure[]> {
  const { table, stop } = await localTable()
  try {
    const { partitions, conflicts, retries } = await writesByPartition(() => play(table, shards))
    const of = (figure: string) => `${figure}, ${shards} shard${shards === 1 ? '' : 's'}`
    const [counters, others] = [
      partitions.filter(isCounter),
      partitions.filter((p) => !isCounter(p)),
    ]
    return [
      busiest(
        of('busiest partition of an index'),
        others.filter(({ index }) => index !== 'table'),
      ),
      busiest(
        of('busiest partition of the table'),
        others.filter(({ index }) => index === 'table'),
      ),
      busiest(of('counter of derivation indices'), counters),
      { what: of('conflicts of transactions, retries'), value: `${conflicts}, ${retries}` },
    ]
  } finally {
    await stop()
  }
}

function isCounter({ key }: Partition): boolean {
  return key.includes('#counter#')
}

/** As if the rate were constant: units a session costs, and at how many sessions a second that is 1,000 units. */
function busiest(what: string, partitions: readonly Partition[]): Figure {
  const all = partitions.reduce((sum, { units }) => sum + units, 0)
  const [most] = partitions.toSorted((a, b) => b.units - a.units)
  const { key, units } = most ?? { key: 'none', units: 0 }
  const perSession = units / (perSecond * seconds)
  const share = `${((units / all) * 100).toFixed(1)} % (${key})`
  const limit = `${perSession.toFixed(2)} units a session: full at ${Math.floor(1000 / perSession)} a second`
  return { what, value: `${share}; ${limit}` }
}

/** Each virtual second, new sessions are opened, and earlier ones are detected, paid and closed, all at the same time. */
async function play(table: Table, shards: number): Promise<void> {
  let now = new Date('2026-03-01T12:00:00.000Z')
  const settings = async () => someSettings()
  const enqueueDeliveries = async () => undefined
  const deps: SessionEventDeps = { table, now: () => now, randomBytes, settings, enqueueDeliveries }
  await saveEndpoint(table, aWebhookEndpoint({ url: 'https://shop.example', at: now }, randomBytes))
  const stages: CheckoutSession[][] = [[], [], []]
  for (let second = 0; second < seconds + 3; second++) {
    now = new Date(now.getTime() + 1000)
    const opening = second < seconds ? Array.from({ length: perSecond }) : []
    const [opened, detected, paid] = stages
    const next = await Promise.all([
      Promise.all(opening.map(() => open(deps, shards))),
      Promise.all((opened ?? []).map((one) => change(deps, one, { status: 'detected' }))),
      Promise.all((detected ?? []).map((one) => change(deps, one, { status: 'paid' }))),
      Promise.all((paid ?? []).map((one) => change(deps, one, { closedAt: now }))),
    ])
    stages.splice(0, 3, ...next.slice(0, 3))
  }
}

async function open(deps: SessionEventDeps, shards: number): Promise<CheckoutSession> {
  const createdAt = deps.now()
  const derivationIndex = await nextDerivationIndex(deps.table, 'test')
  const id = newId('checkoutSession', createdAt, randomBytes)
  const address = `0x${Buffer.from(randomBytes(20)).toString('hex')}`
  const made = { id, shard: shardOf(id, shards), address, derivationIndex, createdAt }
  const session = aSession({ ...made, firstSeenAt: createdAt })
  const customerId = newId('customer', createdAt, randomBytes)
  const customer = { id: customerId, mode: 'test', email: `${customerId}@shop.example` } as const
  const times = { metadata: null, createdAt, updatedAt: createdAt }
  await transact(deps.table, [
    sessionCreation(session, session.expiresAt),
    addressCreation(session),
    ...customerCreation({ ...customer, ...times }, shardOf(customerId, shards)),
  ])
  return session
}

async function change(
  deps: SessionEventDeps,
  before: CheckoutSession,
  changes: Partial<CheckoutSession>,
): Promise<CheckoutSession> {
  const { version, sequence } = before
  const session = { ...before, ...changes, version: version + 1, sequence: sequence + 1 }
  const dueAt = new Date(deps.now().getTime() + 60_000 * randomFraction(randomBytes))
  const types = changes.status === 'paid' ? [{ type: 'session.paid' } as const] : []
  const { writes } = await sessionEvents(deps, session, types)
  const closing: Write[] = session.closedAt
    ? [closedAddressCreation(session), holdingDue(heldBy(session, session.lock), deps.now())]
    : []
  await transact(deps.table, [sessionReplacement(session, version, dueAt), ...writes, ...closing])
  return session
}
