import { describe, expect, it } from 'vitest'
import { transact } from '../../shared/kernel/store/transact.ts'
import { abandonRequestWrite } from '../../shared/money/sweeps/store/abandon-requests.ts'
import { isActive } from '../../shared/payments/holdings/rules/sweep.ts'
import { gasWalletCreation } from '../../shared/payments/wallet/store/wallet-addresses.ts'
import { payer } from '../chain-fixture.ts'
import { backUp, restoreBackup } from '../table-backup.ts'
import { type EngineHarness, engineHarness, hex } from './engine-harness.ts'
import { findLost } from './find-lost.ts'
import { coinLock, tokenLock, usdcLock } from './paying.ts'
import {
  deployTether,
  gasAccount,
  ledgerProblems,
  payout,
  type Sweeping,
  startSweeping,
} from './sweeping.ts'

const coin = 10n ** 16n
const usdc = 25_000_000n

type Backup = { items: Awaited<ReturnType<typeof backUp>>; since: Date }

/** Sweeps whose table is backed up before the request to the chain with that number. */
async function backedUpSweeps(engine: EngineHarness, request: number) {
  const { token, mint } = await deployTether(engine)
  const backups: Backup[] = []
  let left = Number.POSITIVE_INFINITY
  const sweeping = startSweeping(engine, {
    tokens: [token],
    services: {
      ask: async (client, work) => {
        if (left-- === 0) backups.push({ items: await backUp(engine.table), since: engine.clock() })
        return work(client)
      },
    },
  })
  const start = () => {
    left = request
  }
  return { sweeping, start, backups, mint, token }
}

/** What the alert about a sweep that doesn't end tells you to do. */
async function abandonAll({ table, clock }: EngineHarness, sweeping: Sweeping): Promise<void> {
  for (const { id: sweepId } of (await sweeping.sweeps()).filter(isActive)) {
    const note = 'planned before the backup'
    await transact(table, [abandonRequestWrite('test', { sweepId, note }, clock())])
  }
}

describe.each(['after', 'before'])('if it is searched %s the next run', (searched) => {
  it.each([
    ['all are planned', 1, 'planned'],
    ['one is signed', 2, 'signed'],
    ['one is broadcast, one signed', 4, 'broadcast'],
    ['all are broadcast', 8, 'broadcast'],
    ['one is mined', 10, 'mined'],
    ['one has been settled', 18, 'final'],
  ])('a backup while %s keeps the books', async (_, request, status) => {
    const engine = await engineHarness()
    const { sweeping, start, backups, mint, token } = await backedUpSweeps(engine, request)
    await sweeping.fundGasWallet()
    const { address } = gasAccount
    await transact(engine.table, [
      gasWalletCreation({ mode: 'test', walletId: 'wallet-1', address }),
    ])
    await engine.chain.mintUsdc(payer, usdc)
    const tether = { symbol: 'USDT', decimals: 6, amountBase: usdc }
    const sessions = [
      await sweeping.openSession({ lock: coinLock(coin) }),
      await sweeping.openSession({ lock: usdcLock(usdc) }),
      await sweeping.openSession({ lock: tokenLock(hex(token.address), tether) }),
    ] as const
    await engine.pay(sessions[0], coin)
    await engine.payUsdc(sessions[1], usdc)
    await mint(sessions[2].address, usdc)
    for (const session of sessions) expect(await engine.settle(session)).toBe('paid')
    start()
    await sweeping.runToEnd()
    const [backup] = backups
    expect(backup?.items.map((item) => item['status'])).toContain(status)

    await restoreBackup(engine.table, backup?.items ?? [])
    engine.isCopyOf('the-lost-one')
    await engine.mineAfter(3_600)
    if (searched === 'after') await sweeping.run()
    await findLost(sweeping, { since: backup?.since ?? engine.clock() })
    engine.adoptTable()
    for (let run = 0; run < 3; run += 1) {
      await sweeping.run()
      await engine.mine(4)
    }
    await abandonAll(engine, sweeping)
    await sweeping.runToEnd()
    expect(await ledgerProblems(sweeping)).toEqual([])
    const open = (await sweeping.holdings()).filter(
      ({ missingBase, dueSince, sweepId }) => missingBase !== 0n || dueSince || sweepId,
    )
    expect(open).toEqual([])
    for (const { lock } of sessions.slice(1)) {
      expect(await sweeping.balance(payout, lock.tokenAddress)).toBe(usdc)
    }
  })
})
