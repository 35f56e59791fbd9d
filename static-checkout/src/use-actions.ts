import { useEffect, useMemo, useRef } from 'preact/hooks'
import type { CheckoutView } from '../../shared/checkout-sessions/wire/checkout.ts'
import { checkPayment } from './api.ts'
import { chooseCoin } from './choose-coin.ts'
import type { WalletStep } from './customer-steps.ts'
import type { Follower } from './follow-session.ts'
import type { Route } from './route.ts'
import { screenOf } from './screen.ts'
import { type Action, type State, viewOf } from './state.ts'
import { submitDetails } from './submit-details.ts'
import type { Actions } from './view-props.ts'
import { visit } from './visit.ts'
import type { Wallet } from './wallets/discover-wallets.ts'
import { payWithWallet } from './wallets/pay-with-wallet.ts'

type Dispatch = (action: Action) => void

/** Starts the visit, and returns what the customer can do. */
export function useActions(route: Route, state: State, dispatch: Dispatch): Actions {
  const follower = useRef<Follower | undefined>(undefined)
  const latest = useRef(state)
  latest.current = state
  const id = viewOf(state)?.id
  const start = () => {
    void visit(route, dispatch).then((started) => {
      follower.current = started
    })
  }
  useEffect(() => {
    start()
    return () => follower.current?.stop()
  }, [])
  return useMemo(
    () => ({
      check: () => id && void check(id, dispatch),
      stay: () => dispatch({ type: 'redirectStopped' }),
      retry: () => {
        dispatch({ type: 'retried' })
        start()
      },
      submitDetails: (details) => id && void submitDetails(id, details, dispatch),
      chooseCoin: (choice) => id && void chooseCoin(id, choice, dispatch),
      changeCoin: () => dispatch({ type: 'coinChangeStarted' }),
      keepCoin: () => dispatch({ type: 'coinChangeCancelled' }),
      pay: (wallet) => void pay(wallet, latest, dispatch),
      payAnotherWay: () => dispatch({ type: 'walletStepChanged', to: { kind: 'ready' } }),
    }),
    [id],
  )
}

async function check(id: string, dispatch: Dispatch): Promise<void> {
  dispatch({ type: 'checkRequested', atMs: Date.now() })
  const result = await checkPayment(id)
  // Rejected means that a check, perhaps from another tab, was requested a few seconds ago and is in progress.
  if (result.kind === 'unreachable') return dispatch({ type: 'checkFailed' })
  dispatch({ type: 'checkCompleted' })
  if (result.kind === 'ok') {
    dispatch({ type: 'sessionShown', view: result.body, atMs: Date.now() })
  }
}

/** Coin, price or status can change while the customer uses the wallet. Nothing is sent in that case. */
async function pay(wallet: Wallet, latest: { current: State }, dispatch: Dispatch): Promise<void> {
  const view = viewOf(latest.current)
  if (!view) return
  const setStep = (to: WalletStep) => dispatch({ type: 'walletStepChanged', to })
  const isCurrent = () => screenOf(latest.current) === 'pay' && isSamePrice(latest.current, view)
  const { name } = wallet
  setStep({ kind: 'requested', wallet: name })
  const outcome = await payWithWallet(wallet.provider, view, isCurrent)
  if (outcome.kind === 'rejected') return setStep({ kind: 'ready' })
  if (outcome.kind === 'failed') return setStep({ ...outcome, wallet: name })
  setStep({ kind: 'sent' })
  await check(view.id, dispatch)
}

function isSamePrice(state: State, asked: CheckoutView): boolean {
  const view = viewOf(state)
  const isSameCoin = view?.chainId === asked.chainId && view.tokenAddress === asked.tokenAddress
  return isSameCoin && view.amount.base === asked.amount.base
}
