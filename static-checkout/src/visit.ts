import type { CheckoutView } from '../../shared/checkout-sessions/wire/checkout.ts'
import { openLink, showLink, showSession } from './api.ts'
import { type Follower, followSession } from './follow-session.ts'
import type { Answer } from './request.ts'
import type { Route } from './route.ts'
import type { Action, Problem } from './state.ts'

type Dispatch = (action: Action) => void

/** Shows what the address asks for and follows it; undefined where there is nothing (more) to follow. */
export async function visit(route: Route, dispatch: Dispatch): Promise<Follower | undefined> {
  await inView()
  const answer = await load(route, dispatch)
  if (answer.kind !== 'ok') {
    dispatch({ type: 'problemMet', problem: problemOf(answer) })
    return undefined
  }
  const { id, closed } = answer.body
  // From here on a reload, the back button or a copied address leads to this session instead of making another.
  if (route.kind === 'link') history.replaceState(history.state, '', `/checkout/${id}`)
  dispatch({ type: 'sessionShown', view: answer.body, atMs: Date.now() })
  return closed ? undefined : followSession(id, listener(dispatch))
}

/** A browser that renders the page ahead of time runs its script; a session is made only once somebody looks. */
async function inView(): Promise<void> {
  if (!('prerendering' in document) || !document.prerendering) return
  await new Promise((resolve) => {
    document.addEventListener('prerenderingchange', resolve, { once: true })
  })
}

async function load(route: Route, dispatch: Dispatch): Promise<Answer<CheckoutView>> {
  if (route.kind === 'unknown') {
    return { kind: 'refused', code: 'resource_not_found', param: null }
  }
  if (route.kind === 'session') return showSession(route.id, null)
  // Making the session takes a price; the order can be shown before.
  void showLink(route.slug).then((answer) => {
    if (answer.kind === 'ok') dispatch({ type: 'linkShown', link: answer.body })
  })
  return openLink(route.slug, route.prefillEmail)
}

function listener(dispatch: Dispatch) {
  return {
    onView: (view: CheckoutView) => dispatch({ type: 'sessionShown', view, atMs: Date.now() }),
    onReached: () => dispatch({ type: 'connectionFound' }),
    onLost: () => dispatch({ type: 'connectionLost' }),
    onMissing: () => dispatch({ type: 'problemMet', problem: 'missing' }),
  }
}

const problems: Partial<Record<string, Problem>> = {
  resource_not_found: 'missing',
  link_inactive: 'inactive',
  rate_limit_exceeded: 'busy',
  price_unavailable: 'no_price',
}

function problemOf(answer: Exclude<Answer<CheckoutView>, { kind: 'ok' }>): Problem {
  return (answer.kind === 'refused' && problems[answer.code]) || 'unreachable'
}
