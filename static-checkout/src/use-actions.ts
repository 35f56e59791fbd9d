import { useEffect, useMemo, useRef } from 'preact/hooks'
import { chooseCoin } from './choose-coin.ts'
import type { Follower } from './follow-session.ts'
import { later } from './later.ts'
import { type Route, routeOf } from './route.ts'
import { screenOf } from './screen.ts'
import { type Action, type State, viewOf } from './state.ts'
import { submitDetails } from './submit-details.ts'
import { forgetSession, rememberSession } from './unfinished.ts'
import type { Actions } from './view-props.ts'
import { show, start, visit } from './visit.ts'

type Dispatch = (action: Action) => void

/** Starts the visit, and returns the customer's actions. */
export function useActions(route: Route, state: State, dispatch: Dispatch): Actions {
  const follower = useRef<Follower | undefined>(undefined)
  const latest = useRef(state)
  latest.current = state
  const view = viewOf(state)
  const follow = (started: Promise<Follower | undefined>) => {
    follower.current?.stop()
    void started.then((next) => {
      follower.current = next
    })
  }
  useEffect(() => {
    follow(visit(route, dispatch))
    return () => follower.current?.stop()
  }, [])
  useEffect(() => {
    const screen = screenOf(latest.current)
    if (view && (screen === 'pay' || screen === 'provider')) rememberSession(view)
  }, [view?.id, view?.provisional, view?.provider?.name])
  const id = view?.id
  return useMemo(() => {
    const startAgain = (next: Route) => {
      dispatch({ type: 'retried' })
      follow(start(next, dispatch))
    }
    return {
      check: () => id && void later.then(({ check }) => check(id, dispatch)),
      stay: () => dispatch({ type: 'redirectStopped' }),
      retry: () => startAgain(route),
      newPrice: (linkPath) => startAgain(routeOf({ pathname: linkPath, search: '' })),
      resume: (unfinished) => follow(show(unfinished, dispatch)),
      startNew: () => {
        if (route.kind === 'link') forgetSession(route.slug)
        startAgain(route)
      },
      submitDetails: (details) => id && void submitDetails(id, details, dispatch),
      chooseCoin: (choice) => id && void chooseCoin(id, choice, dispatch),
      openProvider: (provider) =>
        id && void later.then(({ openProvider }) => openProvider(id, provider, dispatch)),
      changeDetails: () => dispatch({ type: 'detailsChangeStarted' }),
      changeCoin: () => dispatch({ type: 'coinChangeStarted' }),
      keepCoin: () => dispatch({ type: 'coinChangeCancelled' }),
      pay: (wallet) => void later.then(({ pay }) => pay(wallet, latest, dispatch)),
      payAnotherWay: () => {
        const hash = viewOf(latest.current)?.reported?.hash ?? null
        dispatch({ type: 'paidAnotherWay', hash })
      },
    } satisfies Actions
  }, [id])
}
