import { fill } from '../../shared/kernel/template.ts'
import { coinFailure, coinName } from './coin-texts.ts'
import type { CustomerSteps } from './customer-steps.ts'
import type { Payment } from './payment.ts'
import { sessionScreen } from './screen.ts'
import type { State } from './state.ts'
import { text } from './texts/text.ts'
import { timeWarning } from './time-warning.ts'

/**
 * Returns the announcement for screen readers. It changes only when something happens, so the ticking countdown isn't read
 * out; the remaining time is announced twice.
 */
export function announcementOf(state: State, payment: Payment | undefined): string {
  const { page, steps } = state
  if (state.connection !== 'good') return connectionText(state)
  if (page.kind === 'loading') return text.loading
  if (page.kind === 'problem') return text.problems[page.problem].headline
  if (page.kind === 'unfinished') return payment?.titleOfUnfinished() ?? text.loading
  const { view } = page
  const screen = sessionScreen(view, state)
  if (screen === 'details') {
    return detailsUpdate(steps) || timeWarning(view, state) || text.details.headline
  }
  if (screen === 'coin')
    return (
      coinUpdate(steps) ||
      payment?.providerUpdate(steps) ||
      timeWarning(view, state) ||
      text.coin.headline
    )
  return payment?.announcementOf(screen, view, state) ?? text.loading
}

/** Returns the tab's title, which shows the progress while the customer is in another tab. */
export function titleOf(state: State, payment: Payment | undefined): string {
  const { page } = state
  if (page.kind === 'loading') return text.title
  if (page.kind === 'problem') return text.problems[page.problem].headline
  if (page.kind === 'unfinished') return payment?.titleOfUnfinished() ?? text.title
  const { view } = page
  const screen = sessionScreen(view, state)
  if (screen === 'details' || screen === 'coin') return `${text[screen].headline} · ${text.title}`
  return payment?.titleOf(screen, view) ?? text.title
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

/** Says that the page isn't up to date, and why. */
export function connectionText({ connection }: State): string {
  return connection === 'offline' ? text.offline : text.reconnecting
}
