import type { CheckoutView } from '../../shared/contract/checkout.ts'
import { formatCountdown } from './format.ts'
import { type State, secondsUntil } from './state.ts'
import { text } from './text.ts'

const warnAtSeconds = [30, 120]

/**
 * What a screen reader is told. The text changes only when there is news, so a ticking countdown is not read out;
 * of the time left it hears twice.
 */
export function announcementOf(state: State): string {
  const { page } = state
  if (state.isOffline) return text.offline
  if (page.kind === 'loading') return text.loading
  if (page.kind === 'problem') return text.problems[page.problem].headline
  if (page.view.status === 'pending') return announcePending(page.view, state)
  if (page.view.status === 'detected') return announceDetected(page.view)
  return headlineOf(page.view)
}

/** The tab's title: it shows how far things are while the customer is elsewhere. */
export function titleOf({ page }: State): string {
  if (page.kind === 'loading') return text.title
  if (page.kind === 'problem') return text.problems[page.problem].headline
  const { view } = page
  if (view.status === 'pending') return `${view.amount.formatted} ${view.asset} · ${text.title}`
  if (view.status !== 'detected') return headlineOf(view)
  return `(${view.confirmations}/${view.confirmationsRequired}) ${text.detected.headline}`
}

function announcePending(view: CheckoutView, { nowMs, check }: State): string {
  const left = secondsUntil(view.expiresAt, nowMs)
  if (left === 0) return text.timeUp.headline
  if (check.kind === 'asked') return check.answered ? text.check.nothing : text.check.asked
  const warning = warnAtSeconds.find((seconds) => left <= seconds)
  return warning ? text.send.soon(formatCountdown(warning)) : text.send.waiting
}

function announceDetected(view: CheckoutView): string {
  const counter = text.detected.counter(view.confirmations, view.confirmationsRequired)
  return `${text.detected.headline}. ${counter}`
}

function headlineOf({ status }: CheckoutView): string {
  const headlines = {
    pending: text.send.waiting,
    detected: text.detected.headline,
    paid: text.paid.headline,
    paid_late: text.paid.headline,
    overpaid: text.overpaid.headline,
    underpaid: text.underpaid.headline,
    expired: text.expired.headline,
    failed: text.failed.headline,
  } as const satisfies Record<CheckoutView['status'], string>
  return headlines[status]
}
