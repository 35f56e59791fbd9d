import type { CheckoutView } from '../../shared/merchant/checkout/wire/checkout.ts'
import { checkPayment, reportTransaction } from './api.ts'
import type { WalletStep } from './customer-steps.ts'
import { dueOf } from './money.ts'
import { screenOf } from './screen.ts'
import { type Action, type State, viewOf } from './state.ts'
import { payText } from './texts/pay/pay-text.ts'
import type { Wallet } from './wallets/discover-wallets.ts'

type Dispatch = (action: Action) => void

/** Checks the chain for a payment; the result comes with a later version of the session. */
export async function check(id: string, dispatch: Dispatch): Promise<void> {
  dispatch({ type: 'checkRequested', atMs: Date.now() })
  const result = await checkPayment(id)
  // Rejected means that a check, perhaps from another tab, was requested a few seconds ago and is in progress.
  if (result.kind === 'unreachable') return dispatch({ type: 'checkFailed' })
  dispatch({ type: 'checkCompleted' })
  if (result.kind === 'ok') {
    dispatch({ type: 'sessionShown', view: result.body, atMs: Date.now() })
  }
}

let attempts = 0

/**
 * Asks a wallet to pay the amount due. Coin, price, status and the customer's mind can change while the wallet is open;
 * nothing is sent then. A payment that was sent is reported in any case.
 */
export async function pay(
  wallet: Wallet,
  latest: { current: State },
  dispatch: Dispatch,
): Promise<void> {
  const view = viewOf(latest.current)
  if (!view) return
  attempts += 1
  const attempt = attempts
  const name = wallet.name ?? payText.wallets.browser
  const setStep = (to: WalletStep) =>
    attempt === attempts && dispatch({ type: 'walletStepChanged', to })
  setStep({ kind: 'requested', wallet: name, sinceMs: latest.current.nowMs })
  const { payWithWallet } = await import('./wallets/pay-with-wallet.ts')
  const payment = { ...view, amountBase: dueOf(view).base }
  const isCurrent = () => attempt === attempts && isSamePayment(latest.current, view)
  const outcome = await payWithWallet(wallet.provider, payment, isCurrent)
  if (outcome.kind === 'rejected') return void setStep({ kind: 'rejected', wallet: name })
  if (outcome.kind === 'failed') return void setStep({ ...outcome, wallet: name })
  attempts += 1
  dispatch({ type: 'walletStepChanged', to: { kind: 'sent' } })
  await report(view.id, outcome.hash, dispatch)
}

async function report(id: string, hash: string | null, dispatch: Dispatch): Promise<void> {
  const result = hash === null ? undefined : await reportTransaction(id, hash)
  if (result?.kind !== 'ok') return check(id, dispatch)
  dispatch({ type: 'sessionShown', view: result.body, atMs: Date.now() })
}

function isSamePayment(state: State, asked: CheckoutView): boolean {
  const view = viewOf(state)
  const screen = screenOf(state)
  if (!view || (screen !== 'pay' && screen !== 'underpaid' && screen !== 'detected')) return false
  const isSameCoin = view.chainId === asked.chainId && view.tokenAddress === asked.tokenAddress
  return isSameCoin && dueOf(view).base === dueOf(asked).base
}
