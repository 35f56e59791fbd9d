import { expect, it } from 'vitest'
import type { Mode } from '../../../shared/kernel/mode.ts'
import { firstSteps } from './first-steps.ts'

const leftOut = [{ chainId: 137, name: 'Polygon' }]

function setupWith(networks: number[], payoutWallets: number[], hasApiKey: boolean) {
  const given = { networks, payoutWallets, leftOut, hasApiKey }
  const of = (mode: Mode) => ({ mode, firstAddress: null, ...given })
  const nothing = { ...of('live'), networks: [], payoutWallets: [], leftOut: [], hasApiKey: false }
  const known = { baseUrl: null, isSetUp: true, ownerSweeps: false, testPayment: null }
  return { ...known, modes: [nothing, of('test')] }
}

function done(...given: Parameters<typeof setupWith>): string[] {
  const setup = setupWith(...given)
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

it('need no payout wallet if the owner sweeps', () => {
  const steps = firstSteps({ ...setupWith([1], [], false), ownerSweeps: true }, 'test')
  expect(steps.map(({ name }) => name)).toEqual(['wallet', 'networks', 'key'])
})
