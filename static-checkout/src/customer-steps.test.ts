import { describe, expect, test } from 'vitest'
import type { CheckoutView } from '../../shared/merchant/checkout/wire/checkout.ts'
import { aView, choices } from '../../test/browser/checkout-views.ts'
import {
  type CustomerSteps,
  coinGroups,
  firstSteps,
  reduceSteps,
  type StepAction,
  stepOf,
} from './customer-steps.ts'

const [choice] = choices.slice(1)
if (!choice) throw new Error('there is a coin to choose')

function view(changes: Partial<CheckoutView>): CheckoutView {
  return aView(new Date('2026-03-01T12:00:00.000Z'), changes)
}

function stepsAfter(...actions: StepAction[]): CustomerSteps {
  return actions.reduce(reduceSteps, firstSteps)
}

describe('the step of an unpaid session', () => {
  const open = { choices, assetChosen: false }
  type Case = [string, Partial<CheckoutView>, string]

  test.each<Case>([
    ['asks for the details first', { ...open, asksDetails: true }, 'details'],
    ['then asks for the coin', open, 'coin'],
    ['is payment if there is only one coin', { choices: [choice], assetChosen: false }, 'pay'],
    ['is payment if the coin is chosen', { choices }, 'pay'],
    ['is payment if the merchant has chosen', {}, 'pay'],
  ])('%s', (_, changes, step) => {
    expect(stepOf(view(changes), firstSteps)).toBe(step)
  })

  test('stays until the service has responded', () => {
    const details = stepsAfter({ type: 'detailsStepChanged', to: { kind: 'sent' } })
    expect(stepOf(view({ choices }), details)).toBe('details')
    const coin = stepsAfter({ type: 'coinStepChanged', to: { kind: 'sent', choice } })
    expect(stepOf(view({ choices }), coin)).toBe('coin')
  })

  test('is "sent" once a wallet has sent the payment', () => {
    const sent = stepsAfter({ type: 'walletStepChanged', to: { kind: 'sent' } })
    expect(stepOf(view({ choices }), sent)).toBe('sent')
  })
})

describe('another coin', () => {
  const started: StepAction = { type: 'coinChangeStarted' }
  const failed: StepAction = {
    type: 'coinStepChanged',
    to: { kind: 'failed', choice, rejection: 'no_price' },
  }
  const chosen: StepAction = { type: 'coinStepChanged', to: { kind: 'ready' } }
  const stepAfter = (...actions: StepAction[]) => stepOf(view({ choices }), stepsAfter(...actions))

  test('can be requested, and the request cancelled', () => {
    expect(stepAfter(started)).toBe('coin')
    expect(stepAfter(started, { type: 'coinChangeCancelled' })).toBe('pay')
  })

  test('is paid with once chosen; if that fails, the choice stays open', () => {
    expect(stepAfter(started, chosen)).toBe('pay')
    expect(stepAfter(started, failed)).toBe('coin')
  })

  test('can no longer be chosen once a payment was detected', () => {
    expect(stepOf(view({ choices: [] }), stepsAfter(started))).toBe('pay')
  })

  test("clears a wallet's earlier error", () => {
    const failure = { kind: 'failed', wallet: 'MetaMask', failure: 'failed' } as const
    const steps = stepsAfter({ type: 'walletStepChanged', to: failure }, started)
    expect(steps.wallet).toEqual({ kind: 'ready' })
  })
})

test("choices are grouped by coin, with the session's own coin and network first", () => {
  const groups = coinGroups(view({ choices, asset: 'USDC', chainId: 8453 }))
  const names = groups.map((group) => group.map(({ asset, chainId }) => `${asset} ${chainId}`))
  expect(names).toEqual([
    ['USDC 8453', 'USDC 1', 'USDC 42161'],
    ['ETH 1', 'ETH 8453', 'ETH 42161'],
    ['USDT 1'],
  ])
})
