import type { CheckoutView } from '../../shared/checkout-sessions/wire/checkout.ts'
import type { CustomerSteps } from './customer-steps.ts'
import { coinFailure, coinName, walletFailure } from './failure-texts.ts'
import { formatCountdown } from './format.ts'
import { type SessionScreen, sessionScreen } from './screen.ts'
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
export function titleOf(state: State): string {
  const { page } = state
  if (page.kind === 'loading') return text.title
  if (page.kind === 'problem') return text.problems[page.problem].headline
  const { view } = page
  if (view.status === 'pending') return `${pendingTitle(view, state)} · ${text.title}`
  if (view.status !== 'detected') return headlineOf(view)
  return `(${view.confirmations}/${view.confirmationsRequired}) ${text.detected.headline}`
}

function announcePending(view: CheckoutView, state: State): string {
  const screen = sessionScreen(view, state)
  if (screen === 'time_up') return text.timeUp.headline
  const news = newsOf(screen, view, state)
  if (news) return news
  const left = secondsUntil(view.expiresAt, state.nowMs)
  const warning = warnAtSeconds.find((seconds) => left <= seconds)
  return warning
    ? text.send.soon(formatCountdown(warning))
    : (stepHeadline(screen) ?? text.send.waiting)
}

/** What came of the customer's last doing. */
function newsOf(screen: SessionScreen, view: CheckoutView, { steps, check }: State): string {
  if (screen === 'details') return detailsNews(steps)
  if (screen === 'coin') return coinNews(steps)
  const { wallet } = steps
  if (wallet.kind === 'failed') return walletFailure(wallet, view)
  if (wallet.kind === 'asked') return text.wallets.asked(wallet.wallet)
  if (check.kind !== 'asked') return ''
  return check.answered ? text.check.nothing : text.check.asked
}

/** A field to mend takes the focus, so it is read out where it stands. */
function detailsNews({ details }: CustomerSteps): string {
  if (details.kind === 'failed') return text.details.failed[details.refusal]
  return details.kind === 'sent' ? text.details.sent : ''
}

function coinNews({ coin }: CustomerSteps): string {
  if (coin.kind === 'failed') return coinFailure(coin)
  return coin.kind === 'sent' ? text.coin.announceSent(coinName(coin.choice)) : ''
}

function pendingTitle(view: CheckoutView, state: State): string {
  return stepHeadline(sessionScreen(view, state)) ?? `${view.amount.formatted} ${view.asset}`
}

/** Undefined for paying, whose headline is the amount. */
function stepHeadline(screen: SessionScreen): string | undefined {
  const hasWords = screen === 'details' || screen === 'coin' || screen === 'sent'
  return hasWords ? text[screen].headline : undefined
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
