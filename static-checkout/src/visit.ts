import type { CheckoutView } from '../../shared/checkout-sessions/wire/checkout.ts'
import { openLink, showLink, showSession } from './api.ts'
import { type Follower, followSession } from './follow-session.ts'
import type { Result } from './request.ts'
import type { Route } from './route.ts'
import type { Action, Problem } from './state.ts'

type Dispatch = (action: Action) => void

/** Shows the session of the URL and follows it. Returns undefined if there is nothing to follow. */
export async function visit(route: Route, dispatch: Dispatch): Promise<Follower | undefined> {
  await untilVisible()
  const result = await load(route, dispatch)
  if (result.kind !== 'ok') {
    dispatch({ type: 'problemFound', problem: problemOf(result) })
    return undefined
  }
  const { id, closed } = result.body
  // From here on, a reload, the back button or a copied URL opens this session instead of creating another.
  if (route.kind === 'link') history.replaceState(history.state, '', `/checkout/${id}`)
  dispatch({ type: 'sessionShown', view: result.body, atMs: Date.now() })
  return closed ? undefined : followSession(id, listener(dispatch))
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
  return openLink(route.slug, route.prefillEmail)
}

function listener(dispatch: Dispatch) {
  return {
    onView: (view: CheckoutView) => dispatch({ type: 'sessionShown', view, atMs: Date.now() }),
    onReached: () => dispatch({ type: 'connectionRestored' }),
    onLost: () => dispatch({ type: 'connectionLost' }),
    onMissing: () => dispatch({ type: 'problemFound', problem: 'missing' }),
  }
}

const problems: Partial<Record<string, Problem>> = {
  resource_not_found: 'missing',
  link_inactive: 'inactive',
  rate_limit_exceeded: 'busy',
  price_unavailable: 'no_price',
}

function problemOf(result: Exclude<Result<CheckoutView>, { kind: 'ok' }>): Problem {
  return (result.kind === 'rejected' && problems[result.code]) || 'unreachable'
}
