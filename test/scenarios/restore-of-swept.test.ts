import { getAddress } from 'viem'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { terminalDoor } from '../../functions/pipelines/operator/terminal-door.ts'
import { callingOperator } from '../../infra/operate/call-operator.ts'
import { operate } from '../../infra/operate/operate.ts'
import { explainSession } from '../../shared/checkout-sessions/explain-session.ts'
import type { CheckoutSession } from '../../shared/checkout-sessions/rules/checkout-session.ts'
import { transact } from '../../shared/kernel/store/transact.ts'
import { payoutWalletCreation } from '../../shared/payout-wallets/store/payout-wallets.ts'
import { adoptAddresses, runAdoptAddresses } from '../../shared/restore/adopt-addresses.ts'
import { findLostSweeps, runFindLostSweeps } from '../../shared/restore/find-lost-sweeps.ts'
import { resumeIntake, runResumeIntake } from '../../shared/restore/resume-intake.ts'
import { runStopIntake, stopIntake } from '../../shared/restore/stop-intake.ts'
import {
  checkSkippedAddresses,
  runCheckSkippedAddresses,
} from '../../shared/wallet/check-skipped-addresses.ts'
import { derivationStart } from '../../shared/wallet/store/derivation-counter.ts'
import { gasWalletCreation } from '../../shared/wallet/store/wallet-addresses.ts'
import { askDirectly, payer } from '../chain-fixture.ts'
import { seededBytes } from '../seeded-bytes.ts'
import { backUp, restoreBackup } from '../table-backup.ts'
import { sealedText } from '../webhook-fixture.ts'
import { type EngineHarness, engineHarness } from './engine-harness.ts'
import { coinLock, usdcLock } from './paying.ts'
import { gasAccount, ledgerProblems, payout, startSweeping } from './sweeping.ts'

const coin = 10n ** 16n
const usdc = 25_000_000n

const checked = z.object({ input: z.object({ id: z.string() }) })

/** What a new instance has: the counter, the gas wallet, and where sweeps go. */
async function prepare({ table, chain, clock }: EngineHarness): Promise<void> {
  const { address } = gasAccount
  const current = { address: payout, effectiveAt: clock(), setIn: 0, sealed: sealedText(payout) }
  const wallet = { mode: 'test', chainId: 31337, current, next: null, version: 1 } as const
  await transact(table, [
    derivationStart(table, 'test', 0),
    gasWalletCreation({ mode: 'test', walletId: 'wallet-1', address }),
    payoutWalletCreation({ ...wallet, sealedState: null }),
  ])
  await chain.mintUsdc(payer, usdc * 10n)
}

/** The terminal on the restored table, whose wallet has the addresses of these sessions. */
function terminal(
  { table, clock, chain, deps, recheckClosed, load }: EngineHarness,
  lost: CheckoutSession[],
) {
  const others = (index: number) => getAddress(`0x4242${index.toString(16).padStart(36, '0')}`)
  const addressAt = (index: number) =>
    lost.find(({ derivationIndex }) => derivationIndex === index)?.address ?? others(index)
  const wallet = { walletId: 'wallet-1', firstIndex: 0, searchFrom: 0, addressAt }
  const services = {
    ...{ table, now: clock, randomBytes: seededBytes('restore'), region: 'us-east-1' },
    ...{ ask: askDirectly, chains: async () => [chain.client] },
    depositWallets: async () => ({ newest: wallet, all: [wallet] }),
  }
  const functions = new Map<string, (event: unknown) => Promise<unknown>>([
    ['operator-stop-intake', terminalDoor(stopIntake, runStopIntake, services)],
    ['operator-find-lost-sweeps', terminalDoor(findLostSweeps, runFindLostSweeps, services)],
    ['operator-adopt-addresses', terminalDoor(adoptAddresses, runAdoptAddresses, services)],
    ['operator-resume-intake', terminalDoor(resumeIntake, runResumeIntake, services)],
    [
      'operator-check-skipped-addresses',
      terminalDoor(checkSkippedAddresses, runCheckSkippedAddresses, services),
    ],
  ])
  const call = callingOperator(async (name, payload) => {
    if (name !== 'operator-check-session-now') {
      return JSON.parse(JSON.stringify(await functions.get(name)?.(payload)))
    }
    const { id } = checked.parse(payload).input
    await recheckClosed(await load({ id, mode: 'test' }))
    return JSON.parse(JSON.stringify(await explainSession(deps, id)))
  })
  return (...args: string[]) => operate(async () => call, ['restore', '--mode', 'test', ...args])
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

  const restore = terminal(engine, [inCoin, inUsdc])
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
