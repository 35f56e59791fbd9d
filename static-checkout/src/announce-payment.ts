import { fill } from '../../shared/kernel/template.ts'
import type { CheckoutView } from '../../shared/merchant/checkout/wire/checkout.ts'
import { providerFacts } from '../../shared/records/integrations/rules/provider-name.ts'
import { formatAmount } from './format.ts'
import { isFinalCheck } from './money.ts'
import type { PaymentScreen } from './screen.ts'
import type { State } from './state.ts'
import { payText } from './texts/pay/pay-text.ts'
import { text } from './texts/text.ts'
import { timeWarning } from './time-warning.ts'
import { walletFailure } from './wallets/wallet-failure.ts'

/** Announced by a screen reader on the screens from the address on. */
export function announcementOf(screen: PaymentScreen, view: CheckoutView, state: State): string {
  if (screen === 'detected') return announceDetected(view)
  if (screen === 'time_up') return payText.timeUp.headline
  if (screen === 'provider') return headlineOf(screen, view)
  const warning = view.status === 'pending' ? timeWarning(view, state) : ''
  return lastOutcome(view, state) || warning || headlinesOf()[screen]
}

export function titleOf(screen: PaymentScreen, view: CheckoutView): string {
  if (screen === 'pay') return `${formatAmount(view.amount, view)} · ${text.title}`
  if (screen !== 'detected') return `${headlineOf(screen, view)} · ${text.title}`
  if (isFinalCheck(view)) return `${payText.detected.final} · ${text.title}`
  return `(${view.confirmations}/${view.confirmationsRequired}) ${payText.detected.headline}`
}

export function titleOfUnfinished(): string {
  return payText.unfinished.headline
}

function lastOutcome(view: CheckoutView, { steps: { wallet }, check }: State): string {
  if (wallet.kind === 'failed') return walletFailure(wallet, view)
  if (wallet.kind === 'rejected') return fill(payText.wallets.rejected, { wallet: wallet.wallet })
  if (wallet.kind === 'requested') return fill(payText.wallets.confirm, { wallet: wallet.wallet })
  if (check.kind !== 'requested') return ''
  return check.completed ? payText.check.nothing : payText.check.checking
}

function announceDetected(view: CheckoutView): string {
  const { headline, counter, final } = payText.detected
  if (isFinalCheck(view)) return `${headline}. ${final}`
  const { confirmations: done, confirmationsRequired: required } = view
  return `${headline}. ${fill(counter, { done, required })}`
}

function headlineOf(screen: PaymentScreen, { provider }: CheckoutView): string {
  return fill(headlinesOf()[screen], {
    provider: provider ? providerFacts[provider.name].title : '',
  })
}

function headlinesOf(): Record<PaymentScreen, string> {
  return {
    pay: payText.send.waiting,
    provider: payText.provider.headline,
    sent: payText.sent.headline,
    time_up: payText.timeUp.headline,
    idle: payText.idle.headline,
    detected: payText.detected.headline,
    paid: payText.paid.headline,
    paid_late: payText.paid.headline,
    overpaid: payText.overpaid.headline,
    underpaid: payText.underpaid.headline,
    expired: payText.expired.headline,
    failed: payText.failed.headline,
  }
}
