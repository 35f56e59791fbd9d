import type { CheckoutView } from '../../shared/merchant/checkout/wire/checkout.ts'
import { openLink, showLink, showSession } from './api.ts'
import { keepDraft, readDraft } from './draft.ts'
import { earlierVisit } from './earlier-visit.ts'
import type { Follower } from './follow-session.ts'
import { later } from './later.ts'
import { lockOnlyPrice } from './lock-price.ts'
import type { Result } from './request.ts'
import type { Route } from './route.ts'
import type { Action, Problem } from './state.ts'
import { findUnfinished } from './unfinished.ts'

type Dispatch = (action: Action) => void

/** Shows the session of the URL and follows it. Returns undefined if there is nothing to follow. */
export async function visit(route: Route, dispatch: Dispatch): Promise<Follower | undefined> {
  await untilVisible()
  const unfinished = route.kind === 'link' && (await findUnfinished(route.slug))
  if (unfinished) {
    dispatch({ type: 'unfinishedFound', view: unfinished, atMs: Date.now() })
    return undefined
  }
  return start(route, dispatch)
}

/** Shows a session of the URL: its own, or a new one of its link. */
export async function start(route: Route, dispatch: Dispatch): Promise<Follower | undefined> {
  const result = await load(route, dispatch)
  if (result.kind !== 'ok') {
    dispatch({ type: 'problemFound', problem: problemOf(result) })
    return undefined
  }
  return show(await lockOnlyPrice(result.body), dispatch)
}

/** Shows a session and follows it, from its own address. */
export async function show(view: CheckoutView, dispatch: Dispatch): Promise<Follower | undefined> {
  if (new URLSearchParams(location.search).has('another')) dispatch({ type: 'coinChangeStarted' })
  // From here on, a reload, the back button or a copied URL opens this session instead of creating another. A document
  // of a function has the session in its address already.
  if (!location.pathname.startsWith('/api/')) {
    history.replaceState(history.state, '', `/checkout/${view.id}`)
  }
  const earlier = earlierVisit(view.id)
  dispatch({ type: 'sessionShown', view, atMs: Date.now(), earlier })
  if (view.closed) return undefined
  const { followSession } = await later
  return followSession(view, listener(dispatch))
}

/** A browser that prerenders the page runs its script, but a session is created only when the page is visited. */
async function untilVisible(): Promise<void> {
  if (!('prerendering' in document) || !document.prerendering) return
  await new Promise((resolve) => {
    document.addEventListener('prerenderingchange', resolve, { once: true })
  })
}

async function load(route: Route, dispatch: Dispatch): Promise<Result<CheckoutView>> {
  if (route.kind === 'unknown') {
    return { kind: 'rejected', code: 'resource_not_found', param: null }
  }
  if (route.kind === 'session') return showSession(route.id, null)
  // Creating the session needs a price, so the order is shown first.
  void showLink(route.slug).then((result) => {
    if (result.kind === 'ok') dispatch({ type: 'linkShown', link: result.body })
  })
  const email = route.prefillEmail
  const opened = await openLink(route.slug, email)
  // A new price needs it again. If it was none, the page asks for one, and the box is empty.
  const isTaken = opened.kind === 'ok' && !opened.body.asksDetails
  if (email && isTaken) keepDraft({ ...readDraft(), email })
  return opened
}

function listener(dispatch: Dispatch) {
  return {
    onView: (view: CheckoutView) => dispatch({ type: 'sessionShown', view, atMs: Date.now() }),
    onReached: () => dispatch({ type: 'connectionRestored' }),
    onLost: (isOffline: boolean) => dispatch({ type: 'connectionLost', isOffline }),
    onMissing: () => dispatch({ type: 'problemFound', problem: 'missing' }),
  }
}

const problems: Partial<Record<string, Problem>> = {
  resource_not_found: 'missing',
  link_gone: 'inactive',
  // Disabled since the page asked for it.
  link_inactive: 'inactive',
  intake_stopped: 'paused',
  rate_limit_exceeded: 'busy',
  price_unavailable: 'no_price',
}

function problemOf(result: Exclude<Result<CheckoutView>, { kind: 'ok' }>): Problem {
  return (result.kind === 'rejected' && problems[result.code]) || 'unreachable'
}
