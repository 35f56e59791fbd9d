import type { CheckoutView } from '../../shared/merchant/checkout/wire/checkout.ts'
import { isFulfillable } from '../../shared/payments/checkout-sessions/rules/checkout-session.ts'
import type { LinkView } from '../../shared/records/payment-links/wire/link-view.ts'
import { type CustomerSteps, firstSteps, reduceSteps, type StepAction } from './customer-steps.ts'
import type { EarlierVisit } from './earlier-visit.ts'

/** Why there is no session to show. */
export type Problem = 'missing' | 'inactive' | 'paused' | 'busy' | 'no_price' | 'unreachable'

type Page =
  | { kind: 'loading'; link: LinkView | null }
  | { kind: 'problem'; problem: Problem; link: LinkView | null }
  /** The customer opened the link again, and has a payment of it that is not finished. */
  | { kind: 'unfinished'; view: CheckoutView; link: LinkView | null }
  | { kind: 'session'; view: CheckoutView }

/** "I have paid": requested at most once per `checkPauseMs`, which is what the service allows. */
export type Check =
  | { kind: 'ready' }
  | { kind: 'requested'; againAtMs: number; completed: boolean }
  | { kind: 'failed' }

/** The redirect to the merchant after a payment. */
type Redirect = { kind: 'none' } | { kind: 'counting'; atMs: number } | { kind: 'stayed' }

export type State = {
  page: Page
  /** Why the page isn't up to date: the last request failed, or the device is offline. */
  connection: 'good' | 'lost' | 'offline'
  /** The service's clock minus this device's. */
  clockOffsetMs: number
  /** The current time by the service's clock. */
  nowMs: number
  check: Check
  redirect: Redirect
  steps: CustomerSteps
}

/** `atMs` is the device's clock. */
export type Action =
  | { type: 'linkShown'; link: LinkView }
  /** `earlier` is what this tab had shown of it when the page was opened. */
  | { type: 'sessionShown'; view: CheckoutView; atMs: number; earlier?: EarlierVisit }
  | { type: 'problemFound'; problem: Problem }
  | { type: 'retried' }
  | { type: 'connectionLost'; isOffline: boolean }
  | { type: 'unfinishedFound'; view: CheckoutView; atMs: number }
  | { type: 'connectionRestored' }
  | { type: 'ticked'; atMs: number }
  | { type: 'checkRequested'; atMs: number }
  | { type: 'checkCompleted' }
  | { type: 'checkFailed' }
  | { type: 'redirectStopped' }
  | StepAction

export const checkPauseMs = 10_000
export const redirectDelayMs = 5_000
/** If the page is opened this long after a payment, it belongs to whoever made it. */
const justNowMs = 300_000

export function initialState(atMs: number): State {
  return {
    page: { kind: 'loading', link: null },
    connection: 'good',
    clockOffsetMs: 0,
    nowMs: atMs,
    check: { kind: 'ready' },
    redirect: { kind: 'none' },
    steps: firstSteps,
  }
}

export function reduce(state: State, action: Action): State {
  switch (action.type) {
    case 'linkShown':
      return state.page.kind === 'session'
        ? state
        : { ...state, page: { ...state.page, link: action.link } }
    case 'sessionShown':
      return showSession(state, action)
    case 'problemFound':
      return showProblem(state, action.problem)
    case 'retried':
      return { ...state, steps: firstSteps, page: { kind: 'loading', link: linkOf(state.page) } }
    case 'unfinishedFound':
      return findUnfinished(state, action.view, action.atMs)
    case 'connectionLost':
      return { ...state, connection: action.isOffline ? 'offline' : 'lost' }
    case 'connectionRestored':
      return state.connection === 'good' ? state : { ...state, connection: 'good' }
    case 'ticked':
      return tick(state, action.atMs + state.clockOffsetMs)
    case 'checkRequested':
      return { ...state, check: requestedAt(action.atMs + state.clockOffsetMs) }
    case 'checkCompleted':
      return state.check.kind === 'requested'
        ? { ...state, check: { ...state.check, completed: true } }
        : state
    case 'checkFailed':
      return { ...state, check: { kind: 'failed' } }
    case 'redirectStopped':
      return { ...state, redirect: { kind: 'stayed' } }
    default:
      return { ...state, steps: reduceSteps(state.steps, action) }
  }
}

/** Stream, polling and check can respond in any order: an older version never replaces a newer one. */
function showSession(state: State, shownNow: Action & { type: 'sessionShown' }): State {
  const { view, atMs, earlier = 'none' } = shownNow
  const shown = viewOf(state)
  if (shown && shown.id === view.id && view.version < shown.version) return state
  const nowMs = Date.parse(view.serverNow)
  const next = {
    ...state,
    steps: stepsWith(state.steps, view, shown),
    page: { kind: 'session', view },
    connection: 'good',
    clockOffsetMs: nowMs - atMs,
    nowMs,
  } as const
  return { ...next, redirect: redirectAfter(next, { shown, earlier }) }
}

/** Once a wallet's transaction is on record or on the chain, the customer's own word is no longer needed. */
function stepsWith(
  steps: CustomerSteps,
  view: CheckoutView,
  before: CheckoutView | undefined,
): CustomerSteps {
  if (before && before.id !== view.id) return firstSteps
  const isKnown = view.reported !== null || view.received.base !== (before?.received.base ?? '0')
  return steps.wallet.kind === 'sent' && isKnown ? { ...steps, wallet: { kind: 'ready' } } : steps
}

function findUnfinished(state: State, view: CheckoutView, atMs: number): State {
  const nowMs = Date.parse(view.serverNow)
  const page = { kind: 'unfinished', view, link: linkOf(state.page) } as const
  return { ...state, page, clockOffsetMs: nowMs - atMs, nowMs }
}

type Before = { shown: CheckoutView | undefined; earlier: EarlierVisit }

/**
 * Customers who have just paid are redirected, wherever they come from. If opened again later, the page is the receipt.
 */
function redirectAfter(state: State, before: Before): Redirect {
  const view = viewOf(state)
  if (state.redirect.kind !== 'none' || !view?.successUrl) return state.redirect
  if (!isFulfillable(view.status) || !isPaidNow(view, before)) return state.redirect
  return { kind: 'counting', atMs: state.nowMs + redirectDelayMs }
}

/** This page or tab saw it unpaid, such as before it went to a payment provider; or it was paid a moment ago elsewhere. */
function isPaidNow({ id, paidAt, serverNow }: CheckoutView, { shown, earlier }: Before): boolean {
  if (shown?.id === id) return !isFulfillable(shown.status)
  if (earlier !== 'none') return earlier === 'unpaid'
  return paidAt !== null && Date.parse(serverNow) - Date.parse(paidAt) < justNowMs
}

/** A session stays on the screen: it is more useful than the message that a later request failed. */
function showProblem(state: State, problem: Problem): State {
  if (state.page.kind === 'session') return { ...state, connection: 'lost' }
  return { ...state, page: { kind: 'problem', problem, link: linkOf(state.page) } }
}

function tick(state: State, nowMs: number): State {
  const { check } = state
  const isReady = check.kind === 'requested' && nowMs >= check.againAtMs
  return { ...state, nowMs, check: isReady ? { kind: 'ready' } : check }
}

function requestedAt(nowMs: number): Check {
  return { kind: 'requested', againAtMs: nowMs + checkPauseMs, completed: false }
}

function linkOf(page: Page): LinkView | null {
  return page.kind === 'session' ? null : page.link
}

/** The order, as far as it is known. */
export function orderOf({ page }: State): CheckoutView | LinkView | null {
  return 'view' in page ? page.view : page.link
}

export function viewOf({ page }: State): CheckoutView | undefined {
  return page.kind === 'session' ? page.view : undefined
}

/** Returns whole seconds until `at`, never below zero. */
export function secondsUntil(at: string, nowMs: number): number {
  return Math.max(0, Math.ceil((Date.parse(at) - nowMs) / 1000))
}

/** Returns whole seconds until the redirect to the merchant; undefined if there is no countdown. */
export function secondsToRedirect({ redirect, nowMs }: State): number | undefined {
  if (redirect.kind !== 'counting') return undefined
  return Math.max(0, Math.ceil((redirect.atMs - nowMs) / 1000))
}
