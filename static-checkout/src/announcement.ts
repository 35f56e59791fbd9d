import type { CheckoutView } from '../../shared/checkout-sessions/wire/checkout.ts'
import type { CustomerSteps } from './customer-steps.ts'
import { coinFailure, coinName, walletFailure } from './failure-texts.ts'
import { formatAmount, formatCountdown } from './format.ts'
import { type SessionScreen, sessionScreen } from './screen.ts'
import { type State, secondsUntil } from './state.ts'
import { fill } from './texts/template.ts'
import { text } from './texts/text.ts'

const warnAtSeconds = [30, 120]

/**
 * Returns the announcement for screen readers. It changes only when something happens, so the ticking countdown isn't read
 * out; the remaining time is announced twice.
 */
export function announcementOf(state: State): string {
  const { page } = state
  if (state.connection !== 'good') return connectionText(state)
  if (page.kind === 'loading') return text.loading
  if (page.kind === 'problem') return text.problems[page.problem].headline
  if (page.kind === 'unfinished') return text.unfinished.headline
  const { view } = page
  const screen = sessionScreen(view, state)
  if (screen === 'detected') return announceDetected(view)
  if (view.status === 'pending') return announcePending(view, state)
  return stepUpdate(screen, view, state) || headlinesOf()[screen]
}

/** Returns the tab's title, which shows the progress while the customer is in another tab. */
export function titleOf(state: State): string {
  const { page } = state
  if (page.kind === 'loading') return text.title
  if (page.kind === 'problem') return text.problems[page.problem].headline
  if (page.kind === 'unfinished') return text.unfinished.headline
  const { view } = page
  const screen = sessionScreen(view, state)
  if (screen === 'pay') return `${formatAmount(view.amount, view)} · ${text.title}`
  if (screen !== 'detected') return `${headlinesOf()[screen]} · ${text.title}`
  return `(${view.confirmations}/${view.confirmationsRequired}) ${text.detected.headline}`
}

function announcePending(view: CheckoutView, state: State): string {
  const screen = sessionScreen(view, state)
  if (screen === 'time_up') return text.timeUp.headline
  const update = stepUpdate(screen, view, state)
  if (update) return update
  const left = secondsUntil(view.expiresAt, state.nowMs)
  const warning = warnAtSeconds.find((seconds) => left <= seconds)
  return warning
    ? fill(text.send.soon, { countdown: formatCountdown(warning) })
    : headlinesOf()[screen]
}

/** Returns the outcome of the customer's last action. */
function stepUpdate(screen: SessionScreen, view: CheckoutView, { steps, check }: State): string {
  if (screen === 'details') return detailsUpdate(steps)
  if (screen === 'coin') return coinUpdate(steps)
  const { wallet } = steps
  if (wallet.kind === 'failed') return walletFailure(wallet, view)
  if (wallet.kind === 'rejected') return fill(text.wallets.rejected, { wallet: wallet.wallet })
  if (wallet.kind === 'requested') return fill(text.wallets.confirm, { wallet: wallet.wallet })
  if (check.kind !== 'requested') return ''
  return check.completed ? text.check.nothing : text.check.checking
}

/** An invalid field gets the focus, so it is read out there. */
function detailsUpdate({ details }: CustomerSteps): string {
  if (details.kind === 'failed') return text.details.failed[details.rejection]
  return details.kind === 'sent' ? text.details.sent : ''
}

function coinUpdate({ coin }: CustomerSteps): string {
  if (coin.kind === 'failed') return coinFailure(coin)
  return coin.kind === 'sent' ? fill(text.coin.announceSent, { choice: coinName(coin.choice) }) : ''
}

function announceDetected(view: CheckoutView): string {
  const counter = fill(text.detected.counter, {
    done: view.confirmations,
    required: view.confirmationsRequired,
  })
  return `${text.detected.headline}. ${counter}`
}

/** Says that the page isn't up to date, and why. */
export function connectionText({ connection }: State): string {
  return connection === 'offline' ? text.offline : text.reconnecting
}

function headlinesOf(): Record<SessionScreen, string> {
  return {
    details: text.details.headline,
    coin: text.coin.headline,
    pay: text.send.waiting,
    sent: text.sent.headline,
    time_up: text.timeUp.headline,
    idle: text.idle.headline,
    detected: text.detected.headline,
    paid: text.paid.headline,
    paid_late: text.paid.headline,
    overpaid: text.overpaid.headline,
    underpaid: text.underpaid.headline,
    expired: text.expired.headline,
    failed: text.failed.headline,
  }
}
