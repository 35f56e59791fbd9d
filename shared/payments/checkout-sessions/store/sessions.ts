import * as z from 'zod'
import { type Mode, modes } from '../../../kernel/mode.ts'
import { baseUnits, innerMap, jsonText, moment } from '../../../kernel/store/codecs.ts'
import { getItems } from '../../../kernel/store/get-items.ts'
import { indexKeys } from '../../../kernel/store/index-keys.ts'
import { readItem } from '../../../kernel/store/read-item.ts'
import { shardKey } from '../../../kernel/store/shards.ts'
import type { Table } from '../../../kernel/store/table.ts'
import type { Write } from '../../../kernel/store/transact.ts'
import { readRows } from '../../../kernel/store/unreadable-rows.ts'
import { addition, replacement, update } from '../../../kernel/store/writes.ts'
import { providerNames } from '../../../records/integrations/rules/provider-name.ts'
import { type CheckoutSession, pricings, sessionStatuses } from '../rules/checkout-session.ts'
import { sessionKeys } from './keys.ts'

export const priceLock = z.lazy(() =>
  innerMap({
    chainId: z.int(),
    asset: z.string(),
    tokenAddress: z.string().nullable(),
    decimals: z.int(),
    amountBase: baseUnits,
    unitPriceUsd: z.string(),
    expiresAt: moment,
  }),
)

const termsOf = () => ({
  lock: priceLock,
  expiresAt: moment,
  lateUntil: moment,
  confirmationsRequired: z.int(),
})

const terms = z.lazy(() => innerMap(termsOf()))

const providerOrders = z.lazy(() =>
  innerMap({
    name: z.enum(providerNames),
    expiresAt: moment,
    paymentId: z.string().nullable(),
    isLeft: z.boolean().default(false),
  }),
)

const settlement = z.lazy(() =>
  innerMap({
    outcome: z.enum(['accepted', 'dismissed']),
    from: z.enum(sessionStatuses),
    at: moment,
    note: z.string(),
  }),
)

const refunds = z.lazy(() => innerMap({ promisedBase: baseUnits, doneBase: baseUnits }))

export const sessionCodec = z.lazy(() =>
  z.object({
    ...termsOf(),
    id: z.string(),
    mode: z.enum(modes),
    shard: z.int().optional(),
    version: z.int(),
    sequence: z.int(),
    status: z.enum(sessionStatuses),
    linkId: z.string().nullable(),
    address: z.string(),
    derivationIndex: z.int(),
    fiat: innerMap({ amount: z.string(), currency: z.string() }),
    ethPriceUsd: z.string(),
    otherTerms: z.array(terms).readonly(),
    assetSelected: z.boolean(),
    pricing: z.enum(pricings).default('agreed'),
    reportedHashes: z.array(z.string()).readonly().default([]),
    received: innerMap({
      seenBase: baseUnits,
      confirmedBase: baseUnits,
      confirmations: z.int(),
    }),
    firstSeenAt: moment.nullable(),
    vanishedAt: moment.nullable(),
    closedAt: moment.nullable(),
    provider: providerOrders.nullable().default(null),
    settlement: settlement.nullable().default(null),
    refunds: refunds.default({ promisedBase: 0n, doneBase: 0n }),
    paidAt: moment.nullable(),
    txHash: z.string().nullable(),
    failureReason: z.string().nullable(),
    metadata: jsonText(z.record(z.string(), z.union([z.string(), z.number()]))).nullable(),
    successUrl: z.string().nullable(),
    cancelUrl: z.string().nullable(),
    returnUrl: z.string().nullable(),
    customerEmail: z.string().nullable(),
    createdAt: moment,
    updatedAt: moment,
  }),
)

/** The write that creates a session; its condition fails if the id exists. */
export function sessionCreation(session: CheckoutSession, dueAt: Date): Write {
  return addition(toItem(session, dueAt))
}

/** The write that replaces version `from` of a session. `dueAt` is when it next needs a scan, unless it is closed. */
export function sessionReplacement(session: CheckoutSession, from: number, dueAt: Date): Write {
  return replacement(toItem(session, dueAt), from)
}

/** The write of an operator's decision about version `from`. Doesn't change when its address is next scanned. */
export function sessionSettlement(session: CheckoutSession, from: number): Write {
  const { mode, id, status, shard } = session
  const all = z.encode(sessionCodec, session)
  const { version, sequence, settlement, paidAt, failureReason, updatedAt } = all
  const changes = { version, sequence, settlement, paidAt, failureReason, updatedAt, status }
  const statusPk = shardKey(indexKeys.sessionsByStatus(mode, status), shard)
  return update(sessionKeys.session(mode, id), { ...changes, statusPk }, { version: from })
}

/** The write that counts another event of a session without changing anything else of version `from`. */
export function sessionEventCount(session: CheckoutSession, from: number): Write {
  const { mode, id, version, sequence } = session
  return update(sessionKeys.session(mode, id), { version, sequence }, { version: from })
}

/** The write that counts an event of version `from`, and what of its money goes back. Changes nothing else. */
export function sessionRefund(session: CheckoutSession, from: number): Write {
  const { mode, id } = session
  const { version, sequence, refunds: encoded } = z.encode(sessionCodec, session)
  const changes = { version, sequence, refunds: encoded }
  return update(sessionKeys.session(mode, id), changes, { version: from })
}

/** The write that replaces what version `from` of a closed session has of its customer. */
export function sessionRedaction(session: CheckoutSession, from: number): Write {
  const { mode, id } = session
  const { version, customerEmail, metadata, successUrl, cancelUrl, returnUrl } = z.encode(
    sessionCodec,
    session,
  )
  const changes = { version, customerEmail, metadata, successUrl, cancelUrl, returnUrl }
  return update(sessionKeys.session(mode, id), changes, { version: from })
}

function toItem(session: CheckoutSession, dueAt: Date) {
  const { mode, id, linkId, status, shard } = session
  return {
    ...sessionKeys.session(mode, id),
    ...z.encode(sessionCodec, session),
    // A failed scan counts until the session changes; see `noteScanFailure`.
    scanFailedAt: undefined,
    listPk: shardKey(indexKeys.sessions(mode), shard),
    listSk: id,
    statusPk: shardKey(indexKeys.sessionsByStatus(mode, status), shard),
    ...(linkId && { parentPk: shardKey(indexKeys.sessionsOfLink(mode, linkId), shard) }),
    // A closed session is scanned through its closed address.
    ...(!session.closedAt && {
      duePk: shardKey(indexKeys.dueSessions(mode), shard),
      dueSk: dueAt.toISOString(),
    }),
  }
}

/** The session as last written (consistent), or undefined. */
export function loadCheckoutSession(
  table: Table,
  mode: Mode,
  id: string,
): Promise<CheckoutSession | undefined> {
  return readItem(table, sessionKeys.session(mode, id), sessionCodec)
}

/** The existing ones of the sessions (each once), by their ids. Eventually consistent. */
export async function findCheckoutSessions(
  table: Table,
  mode: Mode,
  ids: readonly string[],
): Promise<ReadonlyMap<string, CheckoutSession>> {
  const wanted = ids.map((id) => sessionKeys.session(mode, id))
  const items = await getItems(table, wanted, { consistent: false })
  const sessions = readRows(items, sessionCodec)
  return new Map(sessions.map((session) => [session.id, session]))
}

/** A session of either mode, for callers that don't know it, such as the hosted page: reads both at once. */
export async function findCheckoutSession(
  table: Table,
  id: string,
): Promise<CheckoutSession | undefined> {
  const inEachMode = modes.map((mode) => sessionKeys.session(mode, id))
  const [item] = await getItems(table, inEachMode, { consistent: true })
  return item && sessionCodec.parse(item)
}
