import { expect, it } from 'vitest'
import { transact } from '../../shared/kernel/store/transact.ts'
import type { SweepServices } from '../../shared/money/sweeps/sweep-services.ts'
import { allHoldings } from '../../shared/payments/holdings/store/holdings.ts'
import { scanClosedAddresses } from '../../shared/payments/ledger/scanning/scan-closed-addresses.ts'
import { pageUnmatchedDeposits } from '../../shared/payments/ledger/store/unmatched-deposits.ts'
import { gasWalletCreation } from '../../shared/payments/wallet/store/wallet-addresses.ts'
import { firstSettings, loadStoredSettings } from '../../shared/records/settings/store/settings.ts'
import { payer } from '../chain-fixture.ts'
import { someSettings } from '../factories.ts'
import { moveData, resume } from '../move-data.ts'
import { testTable } from '../test-table.ts'
import { type EngineHarness, engineHarness } from './engine-harness.ts'
import { findLost } from './find-lost.ts'
import { usdcLock } from './paying.ts'
import { gasAccount, ledgerProblems, payout, startSweeping } from './sweeping.ts'

const usdc = 25_000_000n
const later = 1_000_000n

/** Sweeps by the settings that are stored in the table. */
function sweepingOf(engine: EngineHarness) {
  const settings: SweepServices['settings'] = async (mode) =>
    someSettings(await loadStoredSettings(engine.table, mode))
  return startSweeping(engine, { services: { settings } })
}

it('an instance that data is moved to has the same books, and sweeps nothing twice', async () => {
  const engine = await engineHarness()
  const table = await testTable()
  const [old, next] = [sweepingOf(engine), sweepingOf({ ...engine, table })]
  await transact(engine.table, [firstSettings(engine.table, 'test', {})])
  await engine.chain.mintUsdc(payer, usdc * 100n)
  await old.fundGasWallet()
  const openPaid = async () => {
    const session = await old.openSession({ lock: usdcLock(usdc) })
    await engine.payUsdc(session, usdc)
    expect(await engine.settle(session)).toBe('paid')
    return engine.load(session)
  }
  const swept = await openPaid()
  await old.runToEnd()
  const underway = await openPaid()
  expect(await old.run()).toMatchObject({ planned: 1 })
  const waiting = await openPaid()
  const since = engine.clock()
  await moveData({ from: engine.table, to: table, now: engine.clock })

  expect(await next.holdings()).toEqual(await old.holdings())
  expect(await next.sweeps()).toEqual(await old.sweeps())
  expect(await next.holdings()).toHaveLength(3)
  const token = swept.lock.tokenAddress
  const paidOut = () => next.balance(payout, token)

  // Setup stores the gas wallet again. What was begun ends once, in whichever instance sends it.
  const gasWallet = { mode: 'test', walletId: 'wallet-1', address: gasAccount.address } as const
  await transact(table, [gasWalletCreation(gasWallet)])
  expect(await old.run()).toMatchObject({ planned: 0 })
  await next.run()
  await engine.mine(4)
  const lost = await findLost(next, { since })
  expect(lost.flatMap(({ unclear, unread }) => [...unclear, ...unread])).toEqual([])
  await next.runToEnd()
  expect(await paidOut()).toBe(usdc * 2n)
  expect(await next.balance(waiting.address, token)).toBe(usdc)

  // What was swept before the move is known: only what comes now is unmatched.
  await engine.payUsdc(swept, later)
  await engine.mine(4)
  const chains = async () => [next.chain().client]
  const closed = { ...engine.deps, table, chains, alert: () => undefined }
  await scanClosedAddresses(closed, { mode: 'test' })
  const { items } = await pageUnmatchedDeposits(table, 'test', { limit: 10 })
  expect(items.map(({ deposit: { sessionId, amountBase } }) => [sessionId, amountBase])).toEqual([
    [swept.id, later],
  ])

  await resume(table)
  await next.runToEnd()
  expect(await paidOut()).toBe(usdc * 3n + later)
  const books = (await Array.fromAsync(allHoldings(table, 'test'))).flat()
  expect(books.map(({ sessionId }) => sessionId).toSorted()).toEqual(
    [swept, underway, waiting].map(({ id }) => id).toSorted(),
  )
  for (const { sessionId, receivedBase, sweptBase, balanceBase, missingBase } of books) {
    const paid = sessionId === swept.id ? usdc + later : usdc
    expect([receivedBase, sweptBase, balanceBase, missingBase]).toEqual([paid, paid, 0n, 0n])
  }
  expect(await ledgerProblems(next)).toEqual([])
  const sent = (await next.sweeps()).flatMap((sweep) => sweep.items)
  expect(sent.map(({ amountBase }) => amountBase).toSorted()).toEqual([later, usdc, usdc, usdc])
  expect([...old.alerts, ...next.alerts]).toEqual([])
})
