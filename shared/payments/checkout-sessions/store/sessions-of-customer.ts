import * as z from 'zod'
import { type IdBounds, idRange } from '../../../kernel/id-range.ts'
import type { Mode } from '../../../kernel/mode.ts'
import type { Page } from '../../../kernel/page.ts'
import { listPage } from '../../../kernel/store/list-page.ts'
import type { Table } from '../../../kernel/store/table.ts'
import type { Write } from '../../../kernel/store/transact.ts'
import { upsert } from '../../../kernel/store/writes.ts'
import type { CheckoutSession } from '../rules/checkout-session.ts'
import { sessionKeys } from './keys.ts'
import { findCheckoutSessions } from './sessions.ts'

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

/** The sessions of a customer, newest first, in two round trips. Sessions of earlier versions are not listed. */
export async function listSessionsOfCustomer(
  table: Table,
  { mode, customerId, ...bounds }: IdBounds & { mode: Mode; customerId: string },
  { limit }: { limit: number },
): Promise<Page<CheckoutSession>> {
  const { pk: partition } = sessionKeys.sessionOfCustomer(mode, customerId, '')
  const range = idRange('checkoutSession', bounds)
  const { items, nextCursor } = await listPage(
    table,
    { partition, range, limit },
    (item) => row.parse(item).sk,
  )
  const found = await findCheckoutSessions(table, mode, items)
  return { items: items.flatMap((id) => found.get(id) ?? []), nextCursor }
}
