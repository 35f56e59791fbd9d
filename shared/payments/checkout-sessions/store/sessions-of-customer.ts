import * as z from 'zod'
import { idRange } from '../../../kernel/id-range.ts'
import type { Mode } from '../../../kernel/mode.ts'
import { queryPage, queryPages } from '../../../kernel/store/query.ts'
import type { Table } from '../../../kernel/store/table.ts'
import type { Write } from '../../../kernel/store/transact.ts'
import { upsert } from '../../../kernel/store/writes.ts'
import type { CheckoutSession } from '../rules/checkout-session.ts'
import { mostCounted } from '../rules/most-counted.ts'
import { sessionKeys } from './keys.ts'

type SessionKey = Pick<CheckoutSession, 'mode' | 'id'>

/** The write that lists a session among its customer's, for the transaction that gives it their email. */
export function customerSession({ mode, id }: SessionKey, customerId: string): Write {
  return upsert(sessionKeys.sessionOfCustomer(mode, customerId, id))
}

/** The write that takes it out, because its email was corrected. */
export function customerSessionRemoval({ mode, id }: SessionKey, customerId: string): Write {
  return { Delete: { Key: sessionKeys.sessionOfCustomer(mode, customerId, id) } }
}

const row = z.object({ sk: z.string() })

/** The ids of a customer's sessions after one of them, in the order of creation, page by page (consistent). */
export async function* sessionIdsOfCustomer(
  table: Table,
  { mode, customerId, after }: { mode: Mode; customerId: string; after: string | null },
  pageSize: number,
): AsyncGenerator<string[]> {
  const { pk: partition } = sessionKeys.sessionOfCustomer(mode, customerId, '')
  const { from, to } = idRange('checkoutSession')
  const range = { from: after === null ? from : `${after}~`, to }
  for await (const rows of queryPages(table, { partition, range, pageSize }, row)) {
    yield rows.map(({ sk }) => sk)
  }
}

/** Whether the customer has a session that was created then or later. */
export async function hasSessionSince(
  table: Table,
  { mode, customerId, since }: { mode: Mode; customerId: string; since: Date },
): Promise<boolean> {
  const { pk: partition } = sessionKeys.sessionOfCustomer(mode, customerId, '')
  const range = idRange('checkoutSession', { createdAfter: since })
  const { rows } = await queryPage(table, { partition, range, pageSize: 1 })
  return rows.length > 0
}

/** How many sessions a customer has, at most `mostCounted`. Eventually consistent: half a read unit for some thirty of them. */
export async function countSessionsOfCustomer(
  table: Table,
  { mode, customerId }: { mode: Mode; customerId: string },
): Promise<number> {
  const { pk: partition } = sessionKeys.sessionOfCustomer(mode, customerId, '')
  const query = { partition, range: idRange('checkoutSession'), attributes: ['sk'] }
  const { rows } = await queryPage(table, { ...query, pageSize: mostCounted, stale: true })
  return rows.length
}
