import type { AuditEntry } from '../../kernel/audit-entry.ts'
import { ServiceError } from '../../kernel/errors.ts'
import { pageAuditEntries } from '../../kernel/store/audit-log.ts'
import type { Table } from '../../kernel/store/table.ts'
import type { CheckoutSession } from '../../payments/checkout-sessions/rules/checkout-session.ts'
import type { Acceptable } from './acceptable-money.ts'
import { nameOf } from './payment-history.ts'

/** Throws `state_changed` if some of the money was dismissed, and says by whom: it may have been a moment ago. */
export async function refuseDismissed(
  table: Table,
  { mode, id: target, createdAt: since }: CheckoutSession,
  money: readonly Acceptable[],
): Promise<void> {
  const dismissed = money.find(({ isDismissed }) => isDismissed)
  if (!dismissed) return
  const { name } = dismissed
  const filter = { mode, action: 'session.dismiss', target, since }
  const { items } = await pageAuditEntries(table, filter, { limit: 50 })
  const message = `${name} was dismissed${sayWho(items.find((entry) => isAbout(entry, name)))} Nothing was accepted. To accept it anyway, do so on the payment's page, or from the terminal with --dismissed.`
  throw new ServiceError('state_changed', message)
}

/** What the session counted itself is dismissed with the whole session. */
function isAbout({ details, outcome }: AuditEntry, name: string): boolean {
  return name === 'counted' ? outcome === 'dismissed' : name in details
}

/** Nothing for an entry that a long audit log no longer shows in a few requests. */
function sayWho(entry: AuditEntry | undefined): string {
  if (!entry) return '.'
  const who = nameOf(entry.actor) ?? 'somebody at a terminal'
  const note = /[.!?]$/.test(entry.note) ? entry.note : `${entry.note}.`
  return ` at ${entry.createdAt.toISOString()} by ${who}: ${note}`
}
