import { expect, it } from 'vitest'
import { type Recovered, recover } from '../../infra/recover/recover.ts'
import { sweepRecovered } from '../../infra/recover/sweep-recovered.ts'
import { noteOwnerSweeps } from '../../shared/admin/restore/note-owner-sweeps.ts'
import { transact } from '../../shared/kernel/store/transact.ts'
import { nothingUnread } from '../../shared/money/sweeps/planning/unread-rows.ts'
import type { CheckoutSession } from '../../shared/payments/checkout-sessions/rules/checkout-session.ts'
import { parseAccountPath } from '../../shared/payments/wallet/keys/account-path.ts'
import { gasWalletCreation } from '../../shared/payments/wallet/store/wallet-addresses.ts'
import { instanceCreation } from '../../shared/records/settings/store/instance.ts'
import { askDirectly } from '../chain-fixture.ts'
import { type EngineHarness, hex } from './engine-harness.ts'
import { coinLock, usdcLock } from './paying.ts'
import { ledgerProblems, type Sweeping, startSweeping } from './sweeping.ts'
import { withEngine } from './with-engine.ts'

const coin = 10n ** 16n
const usdc = 25_000_000n
const path = "m/44'/1'/0'"
const account = parseAccountPath(path) ?? []
/** The words of the harness's addresses. */
const words = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
const owner = '0x0000000000000000000000000000000000000a11'

let engine: EngineHarness
let sweeping: Sweeping

/** A watch-only instance, whose service has no key and no payout wallet. */
withEngine(async (started) => {
  engine = started
  sweeping = startSweeping(engine, {
    services: {
      isWatchOnly: async () => true,
      payoutWallet: async () => undefined,
      openWallet: async () => {
        throw new Error('a watch-only instance opens no words')
      },
    },
  })
  const { gasWallet } = await found()
  await transact(engine.table, [
    instanceCreation({
      firstAddresses: { live: owner, test: owner },
      setUpAt: engine.clock(),
      watchOnly: { live: path, test: path },
    }),
    gasWalletCreation({ mode: 'test', walletId: 'wallet-1', address: hex(gasWallet) }),
  ])
  await engine.chain.send({ to: hex(gasWallet), value: 10n ** 17n })
  await engine.mine(1)
})

const deps = () => ({ ask: askDirectly, now: engine.clock, pause: () => engine.mine(1) })
const range = { from: 0, until: 30, nextIndex: null, resume: null, sweepTo: null }
const searched = { mode: 'test', account } as const

function found(): Promise<Recovered> {
  const { client } = sweeping.chain()
  return recover(deps(), words, { ...searched, ...range, clients: [client] })
}

/** Sweeps as the owner does on their own machine. */
async function ownerSweeps(): Promise<void> {
  const { client } = sweeping.chain()
  const sweep = { ...searched, clients: [client], found: (await found()).found, to: hex(owner) }
  const outcomes = await sweepRecovered(deps(), words, sweep)
  // The rest of what fees were paid with.
  const reasons = outcomes.flatMap((one) => ('reason' in one ? [one.reason] : []))
  expect(reasons.filter((reason) => reason !== 'it is not worth its fee')).toEqual([])
  await engine.mine(4)
}

async function run(): Promise<void> {
  await noteOwnerSweeps(sweeping.services, sweeping.chain(), nothingUnread())
  await sweeping.run()
}

const holdingOf = async ({ address }: CheckoutSession, token: string | null) =>
  (await sweeping.holdings()).find((one) => one.address === address && one.tokenAddress === token)

it('notes what its owner swept, and tells a later payment apart', async () => {
  const inCoin = await sweeping.settled(coinLock(coin))
  const inUsdc = await sweeping.settled(usdcLock(usdc))
  await run()
  for (const session of [inCoin, inUsdc]) {
    expect(await holdingOf(session, session.lock.tokenAddress)).toMatchObject({
      balanceBase: session.lock.amountBase,
      waiting: { reason: 'owner_sweeps' },
    })
  }
  expect((await found()).found).toHaveLength(3)
  await ownerSweeps()
  expect(await sweeping.balance(owner, inUsdc.lock.tokenAddress)).toBe(usdc)
  await run()
  expect(await holdingOf(inUsdc, inUsdc.lock.tokenAddress)).toMatchObject({
    ...{ balanceBase: 0n, sweptBase: usdc, missingBase: 0n, waiting: null },
  })
  const swept = await holdingOf(inCoin, null)
  expect(swept).toMatchObject({ balanceBase: 0n, missingBase: 0n, waiting: null })
  expect((swept?.sweptBase ?? 0n) + (swept?.feeBase ?? 0n)).toBe(coin)
  expect(sweeping.alerts).toEqual([])
  expect(await sweeping.sweeps()).toEqual([])
  expect(await ledgerProblems(sweeping)).toEqual([])

  await engine.payUsdc(inUsdc, 3_000_000n)
  await engine.pay(inCoin, 7n)
  await engine.mine(4)
  await engine.recheckClosed(await engine.load(inUsdc))
  await engine.recheckClosed(await engine.load(inCoin))
  const late = await engine.unmatched()
  expect(late.map(({ sessionId, amountBase }) => [sessionId, amountBase]).toSorted()).toEqual(
    [
      [inCoin.id, 7n],
      [inUsdc.id, 3_000_000n],
    ].toSorted(),
  )
  await run()
  expect(sweeping.alerts).toEqual([])
  expect(await ledgerProblems(sweeping)).toEqual([])
})

it('notes what was swept before its balance was ever read', async () => {
  const sessions = [await sweeping.settled(coinLock(coin)), await sweeping.settled(usdcLock(usdc))]
  await engine.chain.send({ to: hex((await found()).gasWallet), value: 10n ** 17n })
  await engine.mine(1)
  await ownerSweeps()
  await run()
  for (const session of sessions) {
    const { tokenAddress, amountBase } = session.lock
    const holding = await holdingOf(session, tokenAddress)
    expect(holding).toMatchObject({ receivedBase: amountBase, balanceBase: 0n, missingBase: 0n })
  }
  expect(sweeping.alerts).toEqual([])
  expect(await ledgerProblems(sweeping)).toEqual([])
})
