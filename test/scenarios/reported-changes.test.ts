import { expect, it } from 'vitest'
import type { SessionChange } from '../../shared/payments/ledger/apply-fact.ts'
import type { UnmatchedDeposit } from '../../shared/payments/ledger/rules/unmatched-deposit.ts'
import { scanClosedAddresses } from '../../shared/payments/ledger/scanning/scan-closed-addresses.ts'
import { engineHarness } from './engine-harness.ts'

it('reports each change of a session once, with the time of the payment’s block', async () => {
  const engine = await engineHarness()
  const changes: SessionChange[] = []
  engine.deps.onChange = (change) => changes.push(change)
  const session = await engine.openSession()
  expect((await engine.reconcile()).reached).toEqual(new Map([[31337, 'agreed']]))
  await engine.pay(session, 1_000_000n)
  await engine.mine()
  const minedAt = engine.clock()
  engine.passSeconds(7)
  await Promise.all([engine.scan(session), engine.scan(session), engine.scan(session)])
  await engine.settle(session)
  const told = changes
    .filter(({ before, after }) => before.status !== after.status)
    .map((change) => ({ to: change.after.status, minedAt: change.minedAt }))
  expect(told).toEqual([
    { to: 'detected', minedAt },
    { to: 'paid', minedAt },
  ])
  const versions = changes.map(({ after }) => after.version)
  expect(versions).toEqual([...new Set(versions)])
  expect((await engine.reconcile()).reached).toEqual(new Map())
})

it('reports a chain whose nodes do not respond', async () => {
  const engine = await engineHarness()
  await engine.openSession()
  engine.useNodes('http://127.0.0.1:9')
  expect((await engine.reconcile()).reached).toEqual(new Map([[31337, 'silent']]))
})

it('reports a deposit when it is found and when it grows', async () => {
  const engine = await engineHarness()
  const deposits: UnmatchedDeposit[] = []
  const deps = {
    ...engine.deps,
    chains: async () => [engine.chain.client],
    alert: () => undefined,
    onUnmatched: (deposit: UnmatchedDeposit) => void deposits.push(deposit),
  }
  const scan = async () => {
    await engine.mine(61)
    expect(await scanClosedAddresses(deps, { mode: 'test' })).toMatchObject({ scanned: 1 })
  }
  const session = await engine.openSession()
  await engine.mine(95)
  await engine.reconcile()
  await engine.pay(session, 300n)
  await scan()
  await scan()
  await engine.pay(session, 200n)
  await scan()
  expect(deposits).toMatchObject([
    { sessionId: session.id, amountBase: 300n, reason: 'after_window' },
    { sessionId: session.id, amountBase: 500n, reason: 'after_window' },
  ])
})
