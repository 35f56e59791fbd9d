import { expect, it } from 'vitest'
import { transact } from '../../shared/kernel/store/transact.ts'
import { derivationStart } from '../../shared/payments/wallet/store/derivation-counter.ts'
import { payer } from '../chain-fixture.ts'
import { backUp, restoreBackup } from '../table-backup.ts'
import { type EngineHarness, engineHarness } from './engine-harness.ts'
import { coinLock, usdcLock } from './paying.ts'
import { restoreTerminal } from './restore-functions.ts'
import { storedWallets } from './stored-wallets.ts'
import { ledgerProblems, startSweeping } from './sweeping.ts'

const coin = 10n ** 16n
const usdc = 25_000_000n

/** A new instance: the counter, the gas wallet, and where sweeps go. */
async function prepare({ table, chain, clock }: EngineHarness): Promise<void> {
  await transact(table, [derivationStart(table, 'test', 0), ...storedWallets(clock())])
  await chain.mintUsdc(payer, usdc * 10n)
}

it('lists what sessions of the lost hour were paid although it was swept since', async () => {
  const engine = await engineHarness()
  const sweeping = startSweeping(engine)
  await sweeping.fundGasWallet()
  await prepare(engine)
  const [backup, since] = [await backUp(engine.table), engine.clock().toISOString()]
  const inCoin = await sweeping.openSession({ lock: coinLock(coin) })
  const inUsdc = await sweeping.openSession({ lock: usdcLock(usdc) })
  await engine.pay(inCoin, coin)
  await engine.payUsdc(inUsdc, usdc)
  for (const session of [inCoin, inUsdc]) expect(await engine.settle(session)).toBe('paid')
  await sweeping.runToEnd()
  for (const { address, lock } of [inCoin, inUsdc]) {
    expect(await sweeping.balance(address, lock.tokenAddress)).toBe(0n)
  }
  await restoreBackup(engine.table, backup)
  await engine.mineAfter(3_600)

  const restore = await restoreTerminal(engine, { lost: [inCoin, inUsdc] })
  expect(await restore('--since', since, '--dry-run')).toMatch(/wallet-1 +1 +31337 +USDC, swept/)
  const text = await restore('--since', since)
  expect(text).toContain('2 lost sessions were added')
  expect(text).toMatch(/25 USDC was swept from cs_/)
  const deposits = await engine.unmatched()
  expect(deposits).toHaveLength(2)
  expect(deposits).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ address: inCoin.address, symbol: 'ETH', amountBase: coin }),
      expect.objectContaining({ address: inUsdc.address, symbol: 'USDC', amountBase: usdc }),
    ]),
  )
  expect(await ledgerProblems(sweeping)).toEqual([])
  expect(await restore('--since', since)).toContain('0 lost sessions were added')
  expect(await engine.unmatched()).toHaveLength(2)
}, 120_000)
