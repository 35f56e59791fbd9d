import { expect, it } from 'vitest'
import type { Mode } from '../../../shared/kernel/mode.ts'
import { firstSteps } from './first-steps.ts'

const leftOut = [{ chainId: 137, name: 'Polygon' }]

function done(networks: number[], payoutWallets: number[], hasApiKey: boolean): string[] {
  const given = { networks, payoutWallets, leftOut, hasApiKey }
  const of = (mode: Mode) => ({ mode, firstAddress: null, ...given })
  const nothing = { ...of('live'), networks: [], payoutWallets: [], leftOut: [], hasApiKey: false }
  const known = { baseUrl: null, isSetUp: true, ownerSweeps: false, testPayment: null }
  const setup = { ...known, modes: [nothing, of('test')] }
  expect(firstSteps(setup, 'live').filter(({ isDone }) => isDone)).toHaveLength(1)
  return firstSteps(setup, 'test').flatMap(({ name, isDone }) => (isDone ? [name] : []))
}

it('are done mode by mode', () => {
  expect(done([], [], false)).toEqual(['wallet'])
  expect(done([1], [], true)).toEqual(['wallet', 'networks', 'key'])
})

it('are only done if every network has a payout wallet or was left out', () => {
  expect(done([137], [], false)).toEqual(['wallet', 'networks', 'payouts'])
  expect(done([1, 8453], [1], false)).toEqual(['wallet', 'networks'])
  expect(done([1, 8453], [8453, 1], true)).toEqual(['wallet', 'networks', 'payouts', 'key'])
})
