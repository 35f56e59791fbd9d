import { expect, it } from 'vitest'
import type { SessionChange } from '../../shared/checkout-sessions/apply-fact.ts'
import type { UnmatchedDeposit } from '../../shared/ledger/rules/unmatched-deposit.ts'
import { scanClosedAddresses } from '../../shared/ledger/scan-closed-addresses.ts'
import { openTill } from './till.ts'

it('tells each change of a session once, and when its money was mined', async () => {
  const till = await openTill()
  const changes: SessionChange[] = []
  till.deps.onChange = (change) => changes.push(change)
  const session = await till.openSession()
  expect((await till.reconcile()).reached).toEqual(new Map([[31337, 'agreed']]))
  await till.pay(session, 1_000_000n)
  await till.mine()
  const minedAt = till.clock()
  till.passSeconds(7)
  await Promise.all([till.scan(session), till.scan(session), till.scan(session)])
  await till.settle(session)
  const told = changes
    .filter(({ before, after }) => before.status !== after.status)
    .map((change) => ({ to: change.after.status, minedAt: change.minedAt }))
  expect(told).toEqual([
    { to: 'detected', minedAt },
    { to: 'paid', minedAt },
  ])
  const versions = changes.map(({ after }) => after.version)
  expect(versions).toEqual([...new Set(versions)])
  expect((await till.reconcile()).reached).toEqual(new Map())
})

it('tells of a chain whose nodes do not answer', async () => {
  const till = await openTill()
  await till.openSession()
  till.readThrough('http://127.0.0.1:9')
  expect((await till.reconcile()).reached).toEqual(new Map([[31337, 'silent']]))
})

it('tells of a chain of whose two nodes only one answers, since it confirms nothing', async () => {
  const till = await openTill()
  await till.openSession()
  till.readThrough('http://127.0.0.1:9', till.chain.proxy.rpcUrl)
  await till.mine(3)
  expect((await till.reconcile()).reached).toEqual(new Map([[31337, 'seen']]))
  till.readThrough(till.chain.rpcUrl, till.chain.proxy.rpcUrl)
  expect((await till.reconcile()).reached).toEqual(new Map([[31337, 'agreed']]))
})

it('tells of a deposit when it is found and when it grows', async () => {
  const till = await openTill()
  const deposits: UnmatchedDeposit[] = []
  const deps = {
    ...till.deps,
    chains: () => [till.chain.client],
    alert: () => undefined,
    onUnmatched: (deposit: UnmatchedDeposit) => void deposits.push(deposit),
  }
  const look = async () => {
    await till.mine(61)
    expect(await scanClosedAddresses(deps, { mode: 'test' })).toMatchObject({ scanned: 1 })
  }
  const session = await till.openSession()
  await till.mine(95)
  await till.reconcile()
  await till.pay(session, 300n)
  await look()
  await look()
  await till.pay(session, 200n)
  await look()
  expect(deposits).toMatchObject([
    { sessionId: session.id, amountBase: 300n, reason: 'after_window' },
    { sessionId: session.id, amountBase: 500n, reason: 'after_window' },
  ])
})
