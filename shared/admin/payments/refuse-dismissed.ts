import type { AuditEntry } from '../../kernel/audit-entry.ts'
import { pageAuditEntries } from '../../kernel/store/audit-log.ts'
import type { Table } from '../../kernel/store/table.ts'
import type { CheckoutSession } from '../../payments/checkout-sessions/rules/checkout-session.ts'
import type { Acceptable } from './acceptable-money.ts'
import { nameOf } from './payment-history.ts'
import { refusePayment } from './rules/payment-refusals.ts'

/** Throws `state_changed` if some of the money was dismissed, perhaps a moment ago, and says by whom. */
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
  const entry = items.find((each) => isAbout(each, name))
  // A long audit log no longer shows it in a few requests.
  if (!entry) throw refusePayment('was_dismissed', { name })
  const who = nameOf(entry.actor)
  const note = /[.!?]$/.test(entry.note) ? entry.note : `${entry.note}.`
  const values = { name, at: entry.createdAt.toISOString(), note }
  throw who === null
    ? refusePayment('was_dismissed_at_terminal', values)
    : refusePayment('was_dismissed_by', { ...values, who })
}

/** Money that the session counted itself is dismissed with the whole session. */
function isAbout({ details, outcome }: AuditEntry, name: string): boolean {
  return name === 'counted' ? outcome === 'dismissed' : name in details
}
