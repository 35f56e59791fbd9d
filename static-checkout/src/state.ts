import { isFulfillable } from '../../shared/checkout-sessions/rules/checkout-session.ts'
import type { CheckoutView } from '../../shared/checkout-sessions/wire/checkout.ts'
import type { LinkView } from '../../shared/payment-links/wire/link-view.ts'
import { type CustomerSteps, firstSteps, reduceSteps, type StepAction } from './customer-steps.ts'

/** Why there is no session to show. */
export type Problem = 'missing' | 'inactive' | 'busy' | 'no_price' | 'unreachable'

type Page =
  | { kind: 'loading'; link: LinkView | null }
  | { kind: 'problem'; problem: Problem; link: LinkView | null }
  | { kind: 'session'; view: CheckoutView }

/** "I have paid": requested at most once per `checkPauseMs`, which is what the service allows. */
export type Check =
  | { kind: 'ready' }
  | { kind: 'requested'; againAtMs: number; completed: boolean }
  | { kind: 'failed' }

/** The redirect to the merchant after payment. `stayed` also means that the page has already redirected. */
type Redirect = { kind: 'none' } | { kind: 'counting'; atMs: number } | { kind: 'stayed' }

export type State = {
  page: Page
  /** Whether the last request to the service failed. */
  isOffline: boolean
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
  | { type: 'sessionShown'; view: CheckoutView; atMs: number }
  | { type: 'problemFound'; problem: Problem }
  | { type: 'retried' }
  | { type: 'connectionLost' }
  | { type: 'connectionRestored' }
  | { type: 'ticked'; atMs: number }
  | { type: 'checkRequested'; atMs: number }
  | { type: 'checkCompleted' }
  | { type: 'checkFailed' }
  | { type: 'redirectStopped' }
  | StepAction

export const checkPauseMs = 10_000
export const redirectDelayMs = 5_000

/** `hasRedirected`: this page has already redirected its customer to the merchant, and they came back. */
export function initialState(atMs: number, hasRedirected: boolean): State {
  return {
    page: { kind: 'loading', link: null },
    isOffline: false,
    clockOffsetMs: 0,
    nowMs: atMs,
    check: { kind: 'ready' },
    redirect: { kind: hasRedirected ? 'stayed' : 'none' },
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
      return showSession(state, action.view, action.atMs)
    case 'problemFound':
      return showProblem(state, action.problem)
    case 'retried':
      return { ...state, page: { kind: 'loading', link: linkOf(state.page) } }
    case 'connectionLost':
      return state.isOffline ? state : { ...state, isOffline: true }
    case 'connectionRestored':
      return state.isOffline ? { ...state, isOffline: false } : state
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
function showSession(state: State, view: CheckoutView, atMs: number): State {
  const shown = viewOf(state)
  if (shown && shown.id === view.id && view.version < shown.version) return state
  const nowMs = Date.parse(view.serverNow)
  const next = {
    ...state,
    page: { kind: 'session', view },
    isOffline: false,
    clockOffsetMs: nowMs - atMs,
    nowMs,
  } as const
  return { ...next, redirect: redirectAfter(next) }
}

function redirectAfter(state: State): Redirect {
  const view = viewOf(state)
  if (state.redirect.kind !== 'none' || !view?.successUrl || !isFulfillable(view.status))
    return state.redirect
  return { kind: 'counting', atMs: state.nowMs + redirectDelayMs }
}

/** A session stays on the screen: it is more useful than the message that a later request failed. */
function showProblem(state: State, problem: Problem): State {
  if (state.page.kind === 'session') return { ...state, isOffline: true }
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
