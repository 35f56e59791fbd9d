import type { VNode } from 'preact'
import { useEffect, useReducer, useRef, useState } from 'preact/hooks'
import { useModule } from '../../static-ui/use-module.ts'
import { announcementOf, connectionText, titleOf } from './announcement.ts'
import { later } from './later.ts'
import { LocalPanel } from './local-panel/local-panel.tsx'
import { LanguageMenu } from './parts/language-menu.tsx'
import { Order } from './parts/order.tsx'
import type { Payment } from './payment.ts'
import { useRedirect } from './redirect.ts'
import type { Route } from './route.ts'
import { screenOf } from './screen.ts'
import { type Action, initialState, orderOf, reduce, type State, viewOf } from './state.ts'
import { text } from './texts/text.ts'
import { useActions } from './use-actions.ts'
import type { Actions } from './view-props.ts'
import { LoadingView } from './views/loading.tsx'
import { ProblemView } from './views/problem.tsx'
import type { Frame } from './views/provider-frame.tsx'
import { hasOnlyCoins, SessionView } from './views/session.tsx'

type AppProps = {
  route: Route
  /** For a page in a frame: called with each new state. Such a page leaves it to its site where to go next. */
  onState?: (state: State) => void
  /** For a provider's page: its content until the session is paid. */
  frame?: Frame
}

export function App({ route, onState, frame }: AppProps): VNode {
  const [state, dispatch] = useReducer(reduce, null, () => firstState(onState !== undefined))
  const [, setSwitches] = useState(0)
  const actions = useActions(route, state, dispatch)
  const payment = useModule(() => later)
  const screen = screenOf(state)
  useClock(dispatch)
  useRedirect(state, dispatch)
  useEffect(() => {
    document.title = titleOf(state, payment)
  })
  useEffect(() => onState?.(state), [state.page])
  useHeadingFocus(state, payment)
  useEffect(() => {
    const view = viewOf(state)
    if (frame && view && screen !== 'provider') location.replace(`/checkout/${view.id}`)
  }, [screen])
  return (
    <>
      <div class="ribbon-space">
        {isTest(state) && <header class="ribbon">{text.testRibbon}</header>}
      </div>
      <div class="page">
        <Order state={state} />
        <main class="sheet">
          {state.connection !== 'good' && <p class="offline">{connectionText(state)}</p>}
          <Screen state={state} actions={actions} payment={payment} frame={frame} />
        </main>
        {isTest(state) && <LocalPanel key={screen} state={state} />}
      </div>
      {/* A new one with each screen: it is elsewhere then, but nothing that was read has moved. */}
      {isReady(state, payment) && (
        <footer class="page-foot" key={screen}>
          <LanguageMenu onSwitch={() => setSwitches((count) => count + 1)} />
        </footer>
      )}
      <p class="visually-hidden" role="status">
        {announcementOf(state, payment)}
      </p>
    </>
  )
}

function firstState(isFramed: boolean): State {
  const state = initialState(Date.now())
  return isFramed ? { ...state, redirect: { kind: 'stayed' } } : state
}

type ScreenProps = {
  state: State
  actions: Actions
  payment: Payment | undefined
  frame: Frame | undefined
}

function Screen({ state, actions, payment, frame }: ScreenProps): VNode {
  const { page } = state
  if (page.kind === 'loading') return <LoadingView />
  if (page.kind === 'problem') return <ProblemView problem={page.problem} retry={actions.retry} />
  if (page.kind === 'session' && frame) {
    if (!payment) return <LoadingView />
    return <payment.ProviderFrame view={page.view} state={state} frame={frame} />
  }
  if (page.kind === 'session') {
    return <SessionView view={page.view} state={state} actions={actions} payment={payment} />
  }
  return payment ? <payment.UnfinishedView view={page.view} actions={actions} /> : <LoadingView />
}

function useClock(dispatch: (action: Action) => void): void {
  useEffect(() => {
    const timer = window.setInterval(() => dispatch({ type: 'ticked', atMs: Date.now() }), 1000)
    return () => window.clearInterval(timer)
  }, [])
}

/**
 * To a screen reader, a new screen is a new page, so its headline gets the focus once its script is loaded. The first screen
 * is the exception. A keyboard may type the email at once.
 */
function useHeadingFocus(state: State, payment: Payment | undefined): void {
  const screen = screenOf(state)
  const isDrawn = isReady(state, payment)
  const shown = useRef(screen)
  useEffect(() => {
    if (!isDrawn || shown.current === screen) return
    const isFirst = shown.current === 'loading'
    shown.current = screen
    if (screen === 'details' && mayType()) document.getElementById('email')?.focus()
    else if (!isFirst) document.querySelector('h1')?.focus()
  }, [screen, isDrawn])
}

/** On a phone, the keyboard would cover the page; in a frame, the focus is the site's. */
function mayType(): boolean {
  return window.matchMedia('(pointer: fine)').matches && window.parent === window
}

/** Whether what comes after the screen, such as the footer, has its place. */
function isReady(state: State, payment: Payment | undefined): boolean {
  const screen = screenOf(state)
  if (screen === 'loading') return false
  if (payment || screen === 'problem' || screen === 'details') return true
  const view = viewOf(state)
  return screen === 'coin' && view !== undefined && hasOnlyCoins(view)
}

function isTest(state: State): boolean {
  return orderOf(state)?.livemode === false
}
