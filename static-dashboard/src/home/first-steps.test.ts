import { expect, it } from 'vitest'
import type { Mode } from '../../../shared/kernel/mode.ts'
import { firstSteps } from './first-steps.ts'

function done(networks: number[], payoutWallets: number[], hasApiKey: boolean): string[] {
  const of = (mode: Mode) => ({ mode, firstAddress: null, networks, payoutWallets, hasApiKey })
  const nothing = { ...of('live'), networks: [], payoutWallets: [], hasApiKey: false }
  const setup = { baseUrl: null, isSetUp: true, modes: [nothing, of('test')] }
  expect(firstSteps(setup, 'live').filter(({ isDone }) => isDone)).toHaveLength(1)
  return firstSteps(setup, 'test').flatMap(({ name, isDone }) => (isDone ? [name] : []))
}

it('are done mode by mode', () => {
  expect(done([], [], false)).toEqual(['wallet'])
  expect(done([1], [], true)).toEqual(['wallet', 'networks', 'key'])
})

it('are only done if every network has a payout wallet', () => {
  expect(done([1, 8453], [1], false)).toEqual(['wallet', 'networks'])
  expect(done([1, 8453], [8453, 1], true)).toEqual(['wallet', 'networks', 'payouts', 'key'])
})
