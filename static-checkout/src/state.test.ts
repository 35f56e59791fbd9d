import { describe, expect, test } from 'vitest'
import type { CheckoutView } from '../../shared/merchant/checkout/wire/checkout.ts'
import { aLinkView, aView } from '../../test/browser/checkout-views.ts'
import type { EarlierVisit } from './earlier-visit.ts'
import {
  type Action,
  checkPauseMs,
  initialState,
  redirectDelayMs,
  reduce,
  type State,
  secondsToRedirect,
  secondsUntil,
  viewOf,
} from './state.ts'

const serverNow = new Date('2026-03-01T12:00:00.000Z')
/** The customer's clock is an hour slow. */
const deviceMs = serverNow.getTime() - 3_600_000

function stateAfter(actions: readonly Action[]): State {
  return actions.reduce(reduce, initialState(deviceMs))
}

function shown(changes: Partial<CheckoutView> = {}, earlier: EarlierVisit = 'none'): Action {
  return { type: 'sessionShown', view: aView(serverNow, changes), atMs: deviceMs, earlier }
}

describe('the screen', () => {
  test('a link shows its order while the session is being created', () => {
    const state = stateAfter([{ type: 'linkShown', link: aLinkView }])
    expect(state.page).toEqual({ kind: 'loading', link: aLinkView })
  })

  test('a link that arrives after its session changes nothing', () => {
    const before = stateAfter([shown()])
    expect(reduce(before, { type: 'linkShown', link: aLinkView })).toBe(before)
  })

  test('an older version never replaces a newer one', () => {
    const state = stateAfter([shown({ version: 3, status: 'detected' }), shown({ version: 2 })])
    expect(viewOf(state)?.status).toBe('detected')
  })

  test('a newer version replaces an older one', () => {
    const state = stateAfter([shown({ version: 2 }), shown({ version: 3, status: 'detected' })])
    expect(viewOf(state)?.status).toBe('detected')
  })

  test('a problem keeps the order on the screen, and a retry loads again', () => {
    const problem = stateAfter([
      { type: 'linkShown', link: aLinkView },
      { type: 'problemFound', problem: 'no_price' },
    ])
    expect(problem.page).toEqual({ kind: 'problem', problem: 'no_price', link: aLinkView })
    expect(reduce(problem, { type: 'retried' }).page).toEqual({ kind: 'loading', link: aLinkView })
  })

  test('a session stays on the screen if the service is unreachable', () => {
    const lost = stateAfter([shown(), { type: 'problemFound', problem: 'unreachable' }])
    expect(viewOf(lost)?.status).toBe('pending')
    expect(lost.connection).toBe('lost')
    expect(reduce(lost, shown()).connection).toBe('good')
    expect(reduce(lost, { type: 'connectionRestored' }).connection).toBe('good')
  })
})

describe('time', () => {
  test("is the service's, whatever the device's clock says", () => {
    const state = stateAfter([shown(), { type: 'ticked', atMs: deviceMs + 12_000 }])
    expect(state.nowMs).toBe(serverNow.getTime() + 12_000)
    expect(secondsUntil(aView(serverNow).expiresAt, state.nowMs)).toBe(260)
  })

  test('counts whole seconds and stops at zero', () => {
    const at = serverNow.toISOString()
    expect(secondsUntil(at, serverNow.getTime() - 1)).toBe(1)
    expect(secondsUntil(at, serverNow.getTime())).toBe(0)
    expect(secondsUntil(at, serverNow.getTime() + 5000)).toBe(0)
  })
})

describe('"I have paid"', () => {
  const requested = stateAfter([shown(), { type: 'checkRequested', atMs: deviceMs }])

  test('is disabled until the service would check again', () => {
    const early = reduce(requested, { type: 'ticked', atMs: deviceMs + checkPauseMs - 1 })
    expect(early.check.kind).toBe('requested')
    expect(reduce(early, { type: 'ticked', atMs: deviceMs + checkPauseMs }).check.kind).toBe(
      'ready',
    )
  })

  test('shows that the check is complete', () => {
    expect(reduce(requested, { type: 'checkCompleted' }).check).toMatchObject({ completed: true })
  })

  test('can be requested again immediately after a failure', () => {
    const failed = reduce(requested, { type: 'checkFailed' })
    expect(failed.check).toEqual({ kind: 'failed' })
    expect(reduce(failed, { type: 'checkCompleted' })).toBe(failed)
  })
})

describe('the redirect to the merchant', () => {
  const successUrl = 'https://shop.example/thanks'

  const paidBefore = (seconds: number) =>
    new Date(serverNow.getTime() - seconds * 1000).toISOString()

  test.each(['paid', 'paid_late', 'overpaid'] as const)('counts down after %s', (status) => {
    const state = stateAfter([shown(), shown({ version: 2, status, successUrl })])
    expect(secondsToRedirect(state)).toBe(redirectDelayMs / 1000)
    const later = reduce(state, { type: 'ticked', atMs: deviceMs + redirectDelayMs })
    expect(secondsToRedirect(later)).toBe(0)
  })

  test.each(['pending', 'detected', 'underpaid', 'expired', 'failed'] as const)(
    'does not start after %s',
    (status) => {
      const state = stateAfter([shown(), shown({ version: 2, status, successUrl })])
      expect(secondsToRedirect(state)).toBeUndefined()
    },
  )

  test('does not start without a success URL', () => {
    const without = stateAfter([shown(), shown({ version: 2, status: 'paid' })])
    expect(secondsToRedirect(without)).toBeUndefined()
  })

  const opened = (earlier: EarlierVisit, seconds: number) =>
    (['paid', 'paid_late', 'overpaid'] as const).map((status) => {
      const paid = { status, successUrl, paidAt: paidBefore(seconds) }
      return secondsToRedirect(stateAfter([shown(paid, earlier)]))
    })

  test('starts on the way back from a provider, and if it was paid a moment ago elsewhere', () => {
    const counting = Array(3).fill(redirectDelayMs / 1000)
    expect(opened('unpaid', 7_200)).toEqual(counting)
    expect(opened('none', 60)).toEqual(counting)
  })

  test('does not start on a page that is opened again', () => {
    expect(opened('none', 301)).toEqual([undefined, undefined, undefined])
    expect(opened('receipt', 60)).toEqual([undefined, undefined, undefined])
  })

  test('is not restarted by a second report of the same payment', () => {
    const paid = { status: 'paid', successUrl } as const
    const later = { ...aView(new Date(serverNow.getTime() + 3000), paid), version: 3 }
    const state = stateAfter([
      shown(),
      shown({ ...paid, version: 2 }),
      { type: 'sessionShown', view: later, atMs: deviceMs + 3000 },
    ])
    expect(secondsToRedirect(state)).toBe(2)
  })

  test('does not start again once stopped', () => {
    const stopped = stateAfter([
      shown(),
      shown({ version: 2, status: 'paid', successUrl }),
      { type: 'redirectStopped' },
    ])
    expect(
      secondsToRedirect(reduce(stopped, shown({ version: 3, status: 'paid', successUrl }))),
    ).toBeUndefined()
  })
})

describe('what a wallet has sent', () => {
  const sent: Action = { type: 'walletStepChanged', to: { kind: 'sent' } }
  const walletAfter = (changes: Partial<CheckoutView>) =>
    stateAfter([shown(), sent, shown({ version: 2, ...changes })]).steps.wallet.kind

  test('counts as sent until the service knows of it', () => {
    expect(walletAfter({})).toBe('sent')
    expect(walletAfter({ reported: { hash: '0x01', url: null } })).toBe('ready')
    expect(walletAfter({ received: { base: '1', formatted: '0.1' } })).toBe('ready')
  })
})
