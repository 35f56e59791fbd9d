import { expect, it } from 'vitest'
import { transact } from '../../shared/kernel/store/transact.ts'
import type { CheckoutSession } from '../../shared/payments/checkout-sessions/rules/checkout-session.ts'
import { addressCreation } from '../../shared/payments/ledger/store/addresses.ts'
import { backUp, restoreBackup } from '../table-backup.ts'
import type { Tether } from './each-sweeping.ts'
import { type EngineHarness, hex } from './engine-harness.ts'
import { findLost } from './find-lost.ts'
import { coinLock, tokenLock, usdcLock } from './paying.ts'
import { storedWallets } from './stored-wallets.ts'
import { deployTether, ledgerProblems, payout, type Sweeping, startSweeping } from './sweeping.ts'
import { withEngine } from './with-engine.ts'

const coin = 10n ** 16n
const usdc = 25_000_000n

let engine: EngineHarness
let sweeping: Sweeping
let tether: Tether

withEngine(async (started) => {
  engine = started
  tether = await deployTether(engine)
  sweeping = startSweeping(engine, { tokens: [tether.token] })
  await sweeping.fundGasWallet()
  await transact(engine.table, storedWallets(engine.clock()))
})

const tetherLock = () =>
  tokenLock(hex(tether.token.address), { symbol: 'USDT', decimals: 6, amountBase: usdc })

/** Open sessions in coin, in USDC, and in a token whose address pays for its own transfer. */
async function openThree(): Promise<CheckoutSession[]> {
  return [
    await sweeping.openSession({ lock: coinLock(coin) }),
    await sweeping.openSession({ lock: usdcLock(usdc) }),
    await sweeping.openSession({ lock: tetherLock() }),
  ]
}

/** Pays and settles them. */
async function payThree(sessions: readonly CheckoutSession[]): Promise<void> {
  const [inCoin, inUsdc, inTether] = sessions
  if (inCoin) await engine.pay(inCoin, coin)
  if (inUsdc) await engine.payUsdc(inUsdc, usdc)
  if (inTether) await tether.mint(inTether.address, usdc)
  for (const session of sessions) expect(await engine.settle(session)).toBe('paid')
}

/** Sweeps them, and makes the table what it was before that. The shop continues with it at once. */
async function sweptAndRestored(
  sessions: readonly CheckoutSession[],
  backup: Awaited<ReturnType<typeof backUp>>,
): Promise<void> {
  await sweeping.runToEnd()
  for (const { address, lock } of sessions) {
    expect(await sweeping.balance(address, lock.tokenAddress)).toBe(0n)
  }
  await restoreBackup(engine.table, backup)
  engine.isCopyOf('the-lost-one')
  await engine.mineAfter(3_600)
  await sweeping.openSession({ lock: usdcLock(usdc) })
  await engine.reconcile()
  await sweeping.run()
}

const lostSince = async (since: Date, dryRun = false) => {
  const found = await findLost(sweeping, { since, dryRun })
  expect(found.flatMap(({ unclear, unread }) => [...unclear, ...unread])).toEqual([])
  const swept = found.flatMap((page) => page.found)
  return new Set(swept.map(({ sessionId, symbol, amount }) => `${sessionId} ${amount} ${symbol}`))
}

const sweptOf = ([inCoin, inUsdc, inTether]: readonly CheckoutSession[]) => [
  expect.stringMatching(`^${inCoin?.id} 0.00\\d+ ETH$`),
  `${inUsdc?.id} 25 USDC`,
  `${inTether?.id} 25 USDT`,
]

async function holdingsOf(sessions: readonly CheckoutSession[]) {
  const ids = new Set(sessions.map(({ id }) => id))
  return (await sweeping.holdings()).filter(({ sessionId }) => ids.has(sessionId))
}

it('counts what was paid and swept after the backup as paid', async () => {
  const sessions = await openThree()
  const [backup, since] = [await backUp(engine.table), engine.clock()]
  await payThree(sessions)
  await sweptAndRestored(sessions, backup)
  // Their windows are over, and their addresses are empty.
  for (const session of sessions) {
    expect(await engine.load(session)).toMatchObject({ status: 'pending', closedAt: null })
    expect(await engine.watch(session)).toMatchObject({ phase: 'open' })
  }
  const said = await lostSince(since, true)
  expect([...said]).toEqual(expect.arrayContaining(sweptOf(sessions)))
  // A dry run changes nothing.
  expect(await holdingsOf(sessions)).toEqual([])
  expect(await lostSince(since)).toEqual(said)
  expect(await lostSince(since)).toEqual(said)
  for (const session of sessions) await engine.scan(session)
  engine.adoptTable()
  for (const session of sessions) {
    expect(await engine.settle(session)).toBe('paid')
    const deposits = await engine.unmatched()
    expect(deposits.filter(({ sessionId }) => sessionId === session.id)).toEqual([])
  }
  const holdings = await holdingsOf(sessions)
  expect(await ledgerProblems(sweeping, holdings)).toEqual([])
  for (const { symbol, sweptBase, missingBase, gasBase, receivedBase } of holdings) {
    expect([symbol, missingBase]).toEqual([symbol, 0n])
    if (symbol !== 'ETH') expect([sweptBase, receivedBase]).toEqual([usdc, usdc])
    if (gasBase > 0n) expect(receivedBase).toBe(0n)
  }
  expect(holdings.filter(({ gasBase }) => gasBase > 0n)).toHaveLength(1)
})

it('keeps the books of what was paid before the backup and swept after it', async () => {
  const sessions = await openThree()
  await payThree(sessions)
  const [backup, since] = [await backUp(engine.table), engine.clock()]
  await sweptAndRestored(sessions, backup)
  expect([...(await lostSince(since))]).toEqual(expect.arrayContaining(sweptOf(sessions)))
  engine.adoptTable()
  await sweeping.runToEnd()
  const holdings = await holdingsOf(sessions)
  expect(await ledgerProblems(sweeping, holdings)).toEqual([])
  expect(holdings.map(({ missingBase, dueSince }) => [missingBase, dueSince])).toEqual(
    holdings.map(() => [0n, null]),
  )
  expect(sweeping.alerts).toEqual([])
})

it('sweeps an address again although the table lost the count of its sweeps', async () => {
  const session = await sweeping.openSession({ lock: usdcLock(usdc) })
  const [backup, since] = [await backUp(engine.table), engine.clock()]
  await engine.payUsdc(session, usdc)
  expect(await engine.settle(session)).toBe('paid')
  await sweptAndRestored([session], backup)
  await lostSince(since)
  engine.adoptTable()
  await engine.scan(session)
  await engine.settle(session)
  const usdcAddress = session.lock.tokenAddress
  await engine.payUsdc(session, usdc)
  await engine.mineAfter(400)
  await engine.mine(4)
  await sweeping.markDue(session)
  const before = await sweeping.balance(payout, usdcAddress)
  await sweeping.runToEnd()
  expect(await sweeping.balance(session.address, usdcAddress)).toBe(0n)
  expect(await sweeping.balance(payout, usdcAddress)).toBe(before + usdc)
})

it('lists late payments of the lost time to a session that was closed, though they were swept', async () => {
  const session = await sweeping.openSession({ lock: usdcLock(usdc) })
  await transact(engine.table, [addressCreation(session)])
  await engine.payUsdc(session, usdc)
  expect(await engine.settle(session)).toBe('paid')
  await sweeping.runToEnd()
  const [backup, since] = [await backUp(engine.table), engine.clock()]
  await engine.mine(70)
  await engine.payUsdc(session, 3n)
  await engine.mine(4)
  await engine.recheckClosed(await engine.load(session))
  const listed = async () =>
    (await engine.unmatched()).filter(({ sessionId }) => sessionId === session.id)
  expect(await listed()).toMatchObject([{ amountBase: 3n }])
  await sweeping.markDue(session)
  await engine.mineAfter(90_000)
  await sweptAndRestored([session], backup)
  expect(await listed()).toEqual([])
  expect([...(await lostSince(since))]).toContain(`${session.id} 0.000003 USDC`)
  engine.adoptTable()
  await engine.recheckClosed(await engine.load(session))
  expect(await listed()).toMatchObject([{ amountBase: 3n, symbol: 'USDC' }])
  expect(await ledgerProblems(sweeping, await holdingsOf([session]))).toEqual([])
})
