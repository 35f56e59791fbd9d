import * as z from 'zod'
import { type IdBounds, idRange } from '../../../kernel/id-range.ts'
import { isId } from '../../../kernel/ids.ts'
import { findInModes, type Mode, modes } from '../../../kernel/mode.ts'
import type { Page } from '../../../kernel/page.ts'
import { baseUnits, innerMap, moment } from '../../../kernel/store/codecs.ts'
import type { Key } from '../../../kernel/store/keys.ts'
import { type ListQuery, listPage } from '../../../kernel/store/list-page.ts'
import { queryAll } from '../../../kernel/store/query.ts'
import { readItem } from '../../../kernel/store/read-item.ts'
import type { Table } from '../../../kernel/store/table.ts'
import { transact, type Write } from '../../../kernel/store/transact.ts'
import { type OnUnreadable, readRow } from '../../../kernel/store/unreadable-rows.ts'
import { addition, replacement, update, upsert } from '../../../kernel/store/writes.ts'
import type { AnyRefund } from '../rules/provider-refund.ts'
import {
  addressGivers,
  type FoundPayment,
  type Refund,
  type RefundStatus,
  refundStatuses,
} from '../rules/refund.ts'
import { refundKeys, refundPartitions } from './keys.ts'
import { providerRefundCodec } from './provider-refunds.ts'

const refundCodec = z.lazy(() =>
  z.object({
    id: z.string(),
    mode: z.enum(modes),
    version: z.int(),
    status: z.enum(refundStatuses),
    sessionId: z.string(),
    depositId: z.string().nullable(),
    chainId: z.int(),
    symbol: z.string(),
    tokenAddress: z.string().nullable(),
    decimals: z.int(),
    amountBase: baseUnits,
    confirmationsRequired: z.int(),
    reason: z.string().nullable(),
    address: z.string().nullable(),
    givenBy: z.enum(addressGivers).nullable(),
    sender: z.string().nullable(),
    claimHash: z.string().nullable(),
    claimExpiresAt: moment.nullable(),
    transfer: innerMap({
      txHash: z.string(),
      position: z.int().nullable(),
      from: z.string(),
      blockNumber: baseUnits,
      blockHash: z.string(),
    }).nullable(),
    reference: z.string().nullable(),
    searchedTo: baseUnits.nullable(),
    paidSince: moment,
    readyAt: moment.nullable(),
    completedAt: moment.nullable().default(null),
    createdAt: moment,
    updatedAt: moment,
  }),
)

/** The write of version `from` + 1; its condition fails if another writer was first. */
export function refundWrite(refund: Refund, from: number): Write {
  const { mode, id, sessionId, status } = refund
  const item = {
    ...refundKeys.refund(mode, id),
    ...z.encode(refundCodec, refund),
    listPk: refundPartitions.refunds(mode),
    listSk: id,
    parentPk: refundPartitions.refundsOfSession(mode, sessionId),
    statusPk: refundPartitions.refundsByStatus(mode, status),
    ...((status === 'ready' || status === 'sent') && {
      duePk: refundPartitions.dueRefunds(mode),
      dueSk: id,
    }),
  }
  return from === 0 ? addition(item) : replacement(item, from)
}

/** The writes that bind a payment to its refund; a condition fails if the payment is bound to another one. */
export function paymentBindings(refund: Refund, payment: FoundPayment): Write[] {
  const { id: refundId } = refund
  return bindingKeys(refund, payment).map((key) =>
    upsert(
      { ...key, refundId },
      {
        ConditionExpression: 'attribute_not_exists(pk) OR refundId = :id',
        ExpressionAttributeValues: { ':id': refundId },
      },
    ),
  )
}

/** The payments, in their order, that are bound to no other refund (consistent). */
export async function unboundPayments(
  table: Table,
  refund: Refund,
  payments: readonly FoundPayment[],
): Promise<FoundPayment[]> {
  const owners = await Promise.all(
    payments.map((payment) =>
      Promise.all(bindingKeys(refund, payment).map((key) => readItem(table, key, binding))),
    ),
  )
  return payments.filter((_, index) =>
    owners[index]?.every((owner) => !owner || owner.refundId === refund.id),
  )
}

const binding = z.lazy(() => z.object({ refundId: z.string() }))

/**
 * One address gets a native coin once by a transaction, as far as a chain shows. What only its balance shows is one
 * payment of the whole block, whichever of its transactions is named.
 */
function bindingKeys(
  { mode, chainId, address }: Refund,
  { transfer: { txHash, position, blockHash }, isByBalance }: FoundPayment,
): Key[] {
  const payment = position === null ? `native#${address?.toLowerCase()}` : `log#${position}`
  const places = [txHash, ...(isByBalance ? [blockHash] : [])]
  return places.map((place) =>
    refundKeys.refundTransfer(mode, `${chainId}#${place.toLowerCase()}`, payment),
  )
}

/** Notes how far a refund was searched for, unless it changed meanwhile. */
export async function noteSearched(
  table: Table,
  { mode, id, version }: Refund,
  searchedTo: bigint,
): Promise<void> {
  const key = refundKeys.refund(mode, id)
  await transact(table, [update(key, { searchedTo: String(searchedTo) }, { version })])
}

/** The refund as last written (consistent), or undefined. */
export async function loadRefund(
  table: Table,
  mode: Mode,
  id: string,
): Promise<Refund | undefined> {
  if (!isId('refund', id)) return undefined
  return readItem(table, refundKeys.refund(mode, id), refundCodec)
}

/** The refund of either mode (consistent), or undefined. */
export function findRefund(table: Table, id: string): Promise<Refund | undefined> {
  return findInModes(modes, (mode) => loadRefund(table, mode, id))
}

const anyRefundCodec = z.lazy(() => z.union([refundCodec, providerRefundCodec]))

/** The refunds of a session, including a provider's, the oldest first. Eventually consistent. */
export function refundsOfSession(
  table: Table,
  { mode, sessionId }: { mode: Mode; sessionId: string },
): Promise<AnyRefund[]> {
  const partition = refundPartitions.refundsOfSession(mode, sessionId)
  return queryAll(table, { index: 'parent', partition }, anyRefundCodec)
}

/** Refunds whose transfer is searched for, or waits for confirmations, the oldest first. Eventually consistent. */
export function dueRefunds(
  table: Table,
  mode: Mode,
  onUnreadable: OnUnreadable,
): Promise<Refund[]> {
  const partition = refundPartitions.dueRefunds(mode)
  return queryAll(table, { index: 'due', partition, onUnreadable }, refundCodec)
}

export type RefundFilter = IdBounds & {
  mode: Mode
  sessionId?: string | undefined
  status?: RefundStatus | undefined
}

/** Refunds that match every filter, also providers', newest first. Eventually consistent. */
export function listRefunds(
  table: Table,
  filter: RefundFilter,
  { limit }: { limit: number },
): Promise<Page<AnyRefund>> {
  const query = { ...refundIndex(filter), range: idRange('refund', filter), limit }
  return listPage(table, query, (row) => readRow(row, anyRefundCodec))
}

/** A session has few refunds, so its own index comes first. */
function refundIndex({ mode, sessionId, status }: RefundFilter): Omit<ListQuery, 'range'> {
  if (sessionId !== undefined) {
    const partition = refundPartitions.refundsOfSession(mode, sessionId)
    return { index: 'parent', partition, ...(status !== undefined && { having: { status } }) }
  }
  if (status === undefined) return { index: 'list', partition: refundPartitions.refunds(mode) }
  return { index: 'status', partition: refundPartitions.refundsByStatus(mode, status) }
}
