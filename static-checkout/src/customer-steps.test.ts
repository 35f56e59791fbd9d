import { describe, expect, test } from 'vitest'
import type { CheckoutView } from '../../shared/checkout-sessions/wire/checkout.ts'
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

describe('an unpaid session asks', () => {
  const open = { choices, assetChosen: false }
  type Case = [string, Partial<CheckoutView>, string]

  test.each<Case>([
    ['for the details first', { ...open, asksDetails: true }, 'details'],
    ['then for the coin', open, 'coin'],
    ['for money where there is but one coin', { choices: [choice], assetChosen: false }, 'pay'],
    ['for money where the coin is chosen', { choices }, 'pay'],
    ['for money where the merchant has chosen', {}, 'pay'],
  ])('%s', (_, changes, step) => {
    expect(stepOf(view(changes), firstSteps)).toBe(step)
  })

  test('for nothing new until the service has completed', () => {
    const details = stepsAfter({ type: 'detailsStepChanged', to: { kind: 'sent' } })
    expect(stepOf(view({ choices }), details)).toBe('details')
    const coin = stepsAfter({ type: 'coinStepChanged', to: { kind: 'sent', choice } })
    expect(stepOf(view({ choices }), coin)).toBe('coin')
  })

  test('for nothing at all once a wallet has sent', () => {
    const sent = stepsAfter({ type: 'walletStepChanged', to: { kind: 'sent' } })
    expect(stepOf(view({ choices }), sent)).toBe('sent')
  })
})

describe('another coin', () => {
  const asked: StepAction = { type: 'coinChangeStarted' }
  const failed: StepAction = {
    type: 'coinStepChanged',
    to: { kind: 'failed', choice, rejection: 'no_price' },
  }
  const chosen: StepAction = { type: 'coinStepChanged', to: { kind: 'ready' } }
  const stepAfter = (...actions: StepAction[]) => stepOf(view({ choices }), stepsAfter(...actions))

  test('can be asked for, and left alone again', () => {
    expect(stepAfter(asked)).toBe('coin')
    expect(stepAfter(asked, { type: 'coinChangeCancelled' })).toBe('pay')
  })

  test('is paid with once chosen; where that failed, the choice is still open', () => {
    expect(stepAfter(asked, chosen)).toBe('pay')
    expect(stepAfter(asked, failed)).toBe('coin')
  })

  test('cannot be chosen any more once money was seen', () => {
    expect(stepOf(view({ choices: [] }), stepsAfter(asked))).toBe('pay')
  })

  test('takes an old complaint of a wallet with it', () => {
    const failure = { kind: 'failed', wallet: 'MetaMask', failure: 'failed' } as const
    const steps = stepsAfter({ type: 'walletStepChanged', to: failure }, asked)
    expect(steps.wallet).toEqual({ kind: 'ready' })
  })
})

test("coins stand together, the session's own coin and network first", () => {
  const groups = coinGroups(view({ choices, asset: 'USDC', chainId: 8453 }))
  const names = groups.map((group) => group.map(({ asset, chainId }) => `${asset} ${chainId}`))
  expect(names).toEqual([
    ['USDC 8453', 'USDC 1', 'USDC 42161'],
    ['ETH 1', 'ETH 8453', 'ETH 42161'],
    ['USDT 1'],
  ])
})
