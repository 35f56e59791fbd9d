import { useEffect, useMemo, useRef } from 'preact/hooks'
import type { CheckoutView } from '../../shared/checkout-sessions/wire/checkout.ts'
import { checkPayment } from './api.ts'
import { chooseCoin } from './choose-coin.ts'
import type { WalletStep } from './customer-steps.ts'
import type { Follower } from './follow-session.ts'
import { giveDetails } from './give-details.ts'
import type { Route } from './route.ts'
import { screenOf } from './screen.ts'
import { type Action, type State, viewOf } from './state.ts'
import type { Actions } from './view-props.ts'
import { visit } from './visit.ts'
import type { Wallet } from './wallets/discover-wallets.ts'
import { payWithWallet } from './wallets/pay-with-wallet.ts'

type Dispatch = (action: Action) => void

/** Starts the visit, and hands out what the customer can do in it. */
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
      giveDetails: (details) => id && void giveDetails(id, details, dispatch),
      chooseCoin: (choice) => id && void chooseCoin(id, choice, dispatch),
      changeCoin: () => dispatch({ type: 'coinChangeAsked' }),
      keepCoin: () => dispatch({ type: 'coinChangeLeft' }),
      pay: (wallet) => void pay(wallet, latest, dispatch),
      payAnotherWay: () => dispatch({ type: 'walletMoved', to: { kind: 'ready' } }),
    }),
    [id],
  )
}

async function check(id: string, dispatch: Dispatch): Promise<void> {
  dispatch({ type: 'checkAsked', atMs: Date.now() })
  const answer = await checkPayment(id)
  // Refused means that somebody, perhaps another tab, asked within the last seconds: it is being looked at.
  if (answer.kind === 'unreachable') return dispatch({ type: 'checkFailed' })
  dispatch({ type: 'checkAnswered' })
  if (answer.kind === 'ok') {
    dispatch({ type: 'sessionShown', view: answer.body, atMs: Date.now() })
  }
}

/** Coin, price or status may change while the customer is busy in the wallet, and then nothing is sent. */
async function pay(wallet: Wallet, latest: { current: State }, dispatch: Dispatch): Promise<void> {
  const view = viewOf(latest.current)
  if (!view) return
  const move = (to: WalletStep) => dispatch({ type: 'walletMoved', to })
  const isCurrent = () => screenOf(latest.current) === 'pay' && isSamePrice(latest.current, view)
  const { name } = wallet
  move({ kind: 'asked', wallet: name })
  const outcome = await payWithWallet(wallet.provider, view, isCurrent)
  if (outcome.kind === 'rejected') return move({ kind: 'ready' })
  if (outcome.kind === 'failed') return move({ ...outcome, wallet: name })
  move({ kind: 'sent' })
  await check(view.id, dispatch)
}

function isSamePrice(state: State, asked: CheckoutView): boolean {
  const view = viewOf(state)
  const isSameCoin = view?.chainId === asked.chainId && view.tokenAddress === asked.tokenAddress
  return isSameCoin && view.amount.base === asked.amount.base
}
