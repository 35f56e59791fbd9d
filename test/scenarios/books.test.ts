import { DeleteCommand } from '@aws-sdk/lib-dynamodb'
import { encodeFunctionData, erc20Abi, parseTransaction } from 'viem'
import { describe, expect, it } from 'vitest'
import { localAddresses } from '../../shared/chain/local-addresses.ts'
import { transact } from '../../shared/kernel/store/transact.ts'
import { update } from '../../shared/kernel/store/writes.ts'
import type { CheckoutSession } from '../../shared/payments/checkout-sessions/rules/checkout-session.ts'
import { sessionKeys } from '../../shared/payments/checkout-sessions/store/keys.ts'
import { assetKey } from '../../shared/payments/holdings/rules/holding.ts'
import { holdingKeys } from '../../shared/payments/holdings/store/keys.ts'
import { loadTransaction } from '../../shared/payments/holdings/store/sweeps.ts'
import { loadAddressMovements } from '../../shared/payments/ledger/store/address-movements.ts'
import { ledgerKeys } from '../../shared/payments/ledger/store/keys.ts'
import { payer } from '../chain-fixture.ts'
import { differencesOf } from './book-audit.ts'
import { eachSweepingTether, type Tether } from './each-sweeping.ts'
import { type EngineHarness, hex } from './engine-harness.ts'
import { coinLock, tokenLock, usdcLock } from './paying.ts'
import { payout, type Sweeping } from './sweeping.ts'

const coin = 10n ** 16n
const usdc = 25_000_000n
const usdcToken = localAddresses.testUsdc.toLowerCase()

let engine: EngineHarness
let sweeping: Sweeping
let tether: Tether

eachSweepingTether((given) => {
  ;({ engine, sweeping, tether } = given)
})

const differences = (...sessions: CheckoutSession[]) =>
  differencesOf(
    { table: engine.table, clock: engine.clock, chain: sweeping.chain(), payouts: [payout] },
    sessions,
  )

/** A session that was paid, noticed and closed. */
async function paid(lock: CheckoutSession['lock']): Promise<CheckoutSession> {
  if (lock.asset !== 'USDT') return sweeping.settled(lock)
  const session = await sweeping.openSession({ lock })
  await tether.mint(session.address, lock.amountBase)
  expect(await engine.settle(session)).toBe('paid')
  return session
}

async function swept(lock: CheckoutSession['lock']): Promise<CheckoutSession> {
  const session = await paid(lock)
  await engine.mineAfter(400)
  await sweeping.runToEnd()
  return session
}

const holdingKey = ({ id }: CheckoutSession, tokenAddress: string | null) =>
  holdingKeys.holding('test', id, assetKey({ chainId: 31337, tokenAddress }))

it('books of every kind of sweep agree with the chain', async () => {
  const unpaid = await sweeping.openSession({ status: 'expired', closedAt: engine.clock() })
  const inCoin = await paid(coinLock(coin))
  const inUsdc = await paid(usdcLock(usdc))
  const usdt = { symbol: 'USDT', decimals: 6, amountBase: usdc }
  await engine.mineAfter(400)
  await sweeping.runToEnd()
  await tether.keep(2n)
  const inUsdt = await sweeping.openPaid(tokenLock(tether.token.address, usdt))
  await tether.mint(inUsdt.address, usdc)
  await engine.mine(4)
  await sweeping.runToEnd()
  await tether.keep(0n)
  expect((await sweeping.sweeps()).map(({ kind }) => kind).sort()).toEqual([
    ...['authorized', 'native', 'token', 'top-up'],
  ])
  expect(await differences(unpaid, inCoin, inUsdc, inUsdt)).toEqual([])
})

it.each([
  ['the same coin', usdcLock(usdc), usdc],
  ['another one', coinLock(coin), 0n],
])(
  'money after closing in %s counts as soon as it is an unmatched deposit',
  async (_, lock, before) => {
    const session = await swept(lock)
    await engine.payUsdc(session, 7n)
    await engine.mine(4)
    const found = await differences(session)
    expect(found).toEqual([
      expect.objectContaining({ kind: 'received', said: before, shown: before + 7n }),
      expect.objectContaining({ kind: 'counted', said: before, shown: before + 7n }),
    ])
    await engine.recheckClosed(await engine.load(session))
    await sweeping.runToEnd()
    expect(await differences(session)).toEqual([])
  },
)

describe('what it finds', () => {
  it('an authorization that somebody else submitted, by their transaction', async () => {
    const session = await paid(usdcLock(usdc))
    await engine.mineAfter(400)
    await sweeping.run()
    const [sweep] = await sweeping.sweeps()
    const raw = sweep && (await loadTransaction(engine.table, sweep))
    const { to, data } = parseTransaction(raw ?? '0x')
    const { node } = engine.chain
    const call = { account: payer, chain: null, to, data, gas: 3_000_000n } as const
    const txHash = await node.sendTransaction({ ...call, gasPrice: 10n ** 12n })
    await engine.mine(4)
    await sweeping.runToEnd()
    const found = await differences(session)
    expect(found).toContainEqual(
      expect.objectContaining({ kind: 'unnamed', tokenAddress: usdcToken, shown: usdc, txHash }),
    )
    expect(found.map(({ kind }) => kind).sort()).toEqual(['sweep', 'unnamed'])
  })

  it('a row that says that more was swept than left the address', async () => {
    const session = await swept(coinLock(coin))
    const [sweep] = await sweeping.sweeps()
    if (!sweep) throw new Error('it was swept')
    const items = sweep.items.map((item) => ({
      ...item,
      amountBase: String(item.amountBase),
      movedBase: String((item.movedBase ?? 0n) + 5n),
    }))
    await transact(engine.table, [update(holdingKeys.sweep('test', sweep.id), { items })])
    const [item] = sweep.items
    expect(await differences(session)).toEqual([
      expect.objectContaining({
        kind: 'sweep',
        said: (item?.movedBase ?? 0n) + 5n,
        shown: item?.movedBase,
        txHash: sweep.mined?.hash,
      }),
    ])
  })

  it('a sweep that names a transaction which is on no node', async () => {
    const session = await swept(coinLock(coin))
    const [sweep] = await sweeping.sweeps()
    const hash = `0x${'ab'.repeat(32)}`
    const mined = { ...sweep?.mined, blockNumber: '1', hash }
    await transact(engine.table, [update(holdingKeys.sweep('test', sweep?.id ?? ''), { mined })])
    expect(await differences(session)).toContainEqual(
      expect.objectContaining({ kind: 'not_on_chain', txHash: hash }),
    )
  })

  it('a movement of ours that is not recorded', async () => {
    const session = await swept(usdcLock(usdc))
    const [movement] = await loadAddressMovements(engine.table, {
      mode: 'test',
      sessionId: session.id,
    })
    if (movement?.kind !== 'sweep') throw new Error('it was swept')
    const name = `${movement.chainId}#${movement.txHash}#sweep#${movement.tokenAddress}`
    const Key = ledgerKeys.addressMovement('test', session.id, name)
    const { client, name: TableName } = engine.table
    await client.send(new DeleteCommand({ TableName, Key }))
    expect(await differences(session)).toEqual([
      expect.objectContaining({ kind: 'movements', said: 0n, shown: usdc }),
    ])
  })

  it('a ledger that balances and is wrong', async () => {
    const session = await swept(usdcLock(usdc))
    const more = { receivedBase: String(usdc + 9n), sweptBase: String(usdc + 9n) }
    await transact(engine.table, [update(holdingKey(session, localAddresses.testUsdc), more)])
    expect(await differences(session)).toEqual([
      expect.objectContaining({ kind: 'received', said: usdc + 9n, shown: usdc }),
      expect.objectContaining({ kind: 'swept', said: usdc + 9n, shown: usdc }),
    ])
  })

  it('a session that counts more than arrived', async () => {
    const session = await swept(usdcLock(usdc))
    const received = { seenBase: '26000000', confirmedBase: '26000000', confirmations: 3 }
    await transact(engine.table, [update(sessionKeys.session('test', session.id), { received })])
    expect(await differences(session)).toEqual([
      expect.objectContaining({ kind: 'counted', said: 26_000_000n, shown: usdc }),
    ])
  })

  it('what somebody takes who has the key, by their transactions', async () => {
    const session = await paid(usdcLock(usdc))
    await engine.pay(session, coin)
    await engine.mine(4)
    await engine.recheckClosed(await engine.load(session))
    const { node } = engine.chain
    const account = hex(session.address)
    await node.impersonateAccount({ address: account })
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [payer, 5n] })
    const call = { account, chain: null, gas: 100_000n, gasPrice: 10n ** 10n } as const
    const token = await node.sendTransaction({ ...call, to: localAddresses.testUsdc, data })
    const native = await node.sendTransaction({ ...call, to: payer, value: 3n })
    await engine.mine(4)
    const found = await differences(session)
    expect(found).toContainEqual(
      expect.objectContaining({
        kind: 'unnamed',
        tokenAddress: usdcToken,
        shown: 5n,
        txHash: token,
      }),
    )
    expect(found).toContainEqual(
      expect.objectContaining({ kind: 'unnamed', tokenAddress: null, txHash: native }),
    )
  })
})
