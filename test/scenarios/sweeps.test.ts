import { parseEther } from 'viem'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { localAddresses } from '../../shared/chain/local-addresses.ts'
import { formatBase } from '../../shared/kernel/money.ts'
import { transact } from '../../shared/kernel/store/transact.ts'
import { getPayouts } from '../../shared/money/sweeps/get-payouts.ts'
import { getSweep } from '../../shared/money/sweeps/get-sweep.ts'
import { listSweeps } from '../../shared/money/sweeps/list-sweeps.ts'
import { payoutExportPage } from '../../shared/money/sweeps/payout-export-page.ts'
import { listPreviews } from '../../shared/money/sweeps/store/sweep-previews.ts'
import { previewRequestWrite } from '../../shared/money/sweeps/store/sweep-requests.ts'
import { sweepChain } from '../../shared/money/sweeps/sweep-chain.ts'
import { runAsOperator } from '../run-as-operator.ts'
import type { EngineHarness } from './engine-harness.ts'
import { deployToken, tokenCall, tokenLock, usdcLock } from './paying.ts'
import { ledgerProblems, payout, type Sweeping, startSweeping } from './sweeping.ts'
import { withEngine } from './with-engine.ts'

const coin = 10n ** 16n
const usdc = 25_000_000n

let engine: EngineHarness
let sweeping: Sweeping
let token: `0x${string}`

withEngine(async (started) => {
  engine = started
  token = await deployToken(engine, { symbol: 'TAX', feePercent: 3n })
  const taxed = { symbol: 'TAX', address: token, decimals: 6 }
  const listed = { ...taxed, usdPegged: true, checkout: true, eip3009: null }
  sweeping = startSweeping(engine, { tokens: [listed] })
  await sweeping.fundGasWallet()
})
// What another test left behind is swept.
beforeEach(async () => {
  await engine.mineAfter(400)
  await sweeping.runToEnd()
})

const coinLock = { ...usdcLock(coin), asset: 'ETH', tokenAddress: null, decimals: 18 }

it('sweeps a paid session’s coin to the last unit', async () => {
  const session = await sweeping.openSession({ lock: coinLock })
  await engine.pay(session, coin)
  expect(await engine.settle(session)).toBe('paid')
  const before = await sweeping.balance(payout)
  await sweeping.runToEnd()
  const holding = (await sweeping.holdings()).find(({ address }) => address === session.address)
  expect(holding).toMatchObject({ receivedBase: coin, balanceBase: 0n, dueSince: null })
  expect(await sweeping.balance(session.address)).toBe(0n)
  expect((await sweeping.balance(payout)) - before).toBe(holding?.sweptBase)
  expect(await ledgerProblems(sweeping)).toEqual([])
})

it('sweeps USDC of many addresses in one transaction of the gas wallet', async () => {
  const sessions = await Promise.all(
    [1, 2, 3].map(() => sweeping.openSession({ lock: usdcLock(usdc) })),
  )
  for (const session of sessions) await engine.payUsdc(session, usdc)
  for (const session of sessions) expect(await engine.settle(session)).toBe('paid')
  const before = (await sweeping.sweeps()).length
  const held = await sweeping.balance(payout, localAddresses.testUsdc)
  await sweeping.runToEnd()
  const sweeps = await sweeping.sweeps()
  expect(sweeps).toHaveLength(before + 1)
  expect(sweeps[0]).toMatchObject({ kind: 'authorized', status: 'final' })
  expect((await sweeping.balance(payout, localAddresses.testUsdc)) - held).toBe(3n * usdc)
  expect(await ledgerProblems(sweeping)).toEqual([])
})

/** A session paid in the token that keeps a part of every transfer. */
async function paidInTax(): Promise<void> {
  const session = await sweeping.openPaid(
    tokenLock(token, { symbol: 'TAX', decimals: 6, amountBase: usdc }),
  )
  const to = `0x${session.address.slice(2)}` as const
  await engine.chain.send(tokenCall({ name: 'transfer', args: [to, usdc] }, token))
  await engine.mine(4)
  await sweeping.markDue(session)
}

it('sends coin first for a token without authorizations, and records what the token keeps', async () => {
  await paidInTax()
  const before = await sweeping.balance(payout, token)
  await sweeping.runToEnd()
  const received = (usdc * 97n) / 100n
  const arrived = received - (received * 3n) / 100n
  expect((await sweeping.balance(payout, token)) - before).toBe(arrived)
  expect(await ledgerProblems(sweeping)).toEqual([])
})

it('a dry run shows what it would send, and sends nothing', async () => {
  const session = await sweeping.openPaid(usdcLock(usdc))
  await engine.payUsdc(session, usdc)
  await engine.mineAfter(400)
  await engine.mine(4)
  await transact(engine.table, [previewRequestWrite('test', engine.clock())])
  const before = (await sweeping.sweeps()).length
  await sweepChain(sweeping.services, sweeping.chain(), { forMs: 60_000, everyMs: 3_600_000 })
  const [preview] = await listPreviews(engine.table, 'test')
  const line = { kind: 'authorized', symbol: 'USDC', addresses: 1, amountBase: usdc }
  expect(preview?.planned).toContainEqual({
    ...line,
    decimals: 6,
    feeBase: expect.any(BigInt),
  })
  expect(await sweeping.sweeps()).toHaveLength(before)
  await sweeping.runToEnd()
  expect(await sweeping.balance(session.address, localAddresses.testUsdc)).toBe(0n)
})

describe('what operators are shown', () => {
  const operators = () => ({ table: engine.table, now: engine.clock })
  const extra = coin / 2n

  beforeAll(async () => {
    const [inCoin, inUsdc] = [
      await sweeping.openSession({ lock: coinLock }),
      await sweeping.openPaid(usdcLock(usdc)),
    ]
    await engine.pay(inCoin, coin)
    await engine.payUsdc(inUsdc, usdc)
    expect(await engine.settle(inCoin)).toBe('paid')
    await paidInTax()
    await engine.pay(inCoin, extra)
    await engine.mineAfter(400)
    await engine.mine(4)
    await engine.recheckClosed(await engine.load(inCoin))
    await sweeping.runToEnd()
  })

  it('is the ledger, whose lines add up', async () => {
    const { ledger, refused } = await runAsOperator(getPayouts, operators(), { mode: 'test' })
    expect(ledger.map(({ asset }) => asset).sort()).toEqual(['ETH', 'TAX', 'USDC'])
    const base = (text: string) => Math.round(Number(text) * 1e6)
    for (const line of ledger.filter(({ asset }) => asset !== 'ETH')) {
      expect(base(line.received)).toBe(base(line.unswept) + base(line.swept) + base(line.fees))
      expect(line.missing).toBe('0')
    }
    expect(refused).toEqual([])
  })

  it('is every payment, sweep and fee, a page at a time', async () => {
    const { records, next } = await payoutExportPage(operators().table, 'test', null)
    const rows = records.flatMap((record) => record.rows)
    expect(next).toBe('sweeps#')
    const coin = rows.filter(({ asset }) => asset === 'ETH').map(({ type }) => type)
    expect(coin).toEqual(expect.arrayContaining(['payment', 'sweep', 'fee', 'gas']))
    const usdcRows = rows.filter(({ asset, type }) => asset === 'USDC' && type === 'sweep')
    expect(usdcRows.every(({ amount, valueUsd }) => amount === valueUsd)).toBe(true)
  })

  it('is what no payment counts, too, so that receipts add up', async () => {
    const { records } = await payoutExportPage(operators().table, 'test', null)
    const rows = records.flatMap((record) => record.rows)
    const unmatched = rows.filter(({ type }) => type === 'unmatched')
    expect(unmatched).toMatchObject([
      { asset: 'ETH', status: 'paid', transaction: null, amount: formatBase(extra, 18) },
    ])
    const received = (await sweeping.holdings())
      .filter(({ symbol }) => symbol === 'ETH')
      .reduce((sum, { receivedBase }) => sum + receivedBase, 0n)
    const arrived = rows
      .filter(({ type, asset }) => asset === 'ETH' && /^(payment|unmatched)$/.test(type))
      .reduce((sum, { amount }) => sum + parseEther(amount), 0n)
    expect(arrived).toBe(received)
  })

  it('names the sweep of every payment, with its share of the fee, and when it was', async () => {
    const { records } = await payoutExportPage(operators().table, 'test', null)
    const rows = records.flatMap((record) => record.rows)
    const sweeps = new Map((await sweeping.sweeps()).map((sweep) => [sweep.id, sweep]))
    const payments = rows.filter(({ type, asset }) => type === 'payment' && asset === 'USDC')
    expect(payments.length).toBeGreaterThan(0)
    for (const { sweep, fee, feeAsset, fiatAmount, fiatValue, fiatCurrency } of payments) {
      const { feeBase, items } = sweeps.get(sweep ?? '') ?? {}
      expect(fee).toBe(formatBase((feeBase ?? 0n) / BigInt(items?.length ?? 1), 18))
      expect([feeAsset, fiatCurrency]).toEqual(['ETH', 'USD'])
      expect(Number(fiatValue)).toBe(Number(fiatAmount))
    }
    const swept = rows.filter(({ type }) => type === 'sweep')
    expect(swept.every(({ sweep, time }) => sweeps.has(sweep ?? '') && time !== null)).toBe(true)
  })

  it('ends with what each transaction cost the gas wallet', async () => {
    const { records, next } = await payoutExportPage(operators().table, 'test', 'sweeps#')
    const rows = records.flatMap((record) => record.rows)
    expect(next).toBeNull()
    const own = (await sweeping.sweeps()).filter(
      ({ kind }) => kind === 'authorized' || kind === 'top-up',
    )
    expect(rows.map(({ sweep, amount }) => [sweep, amount])).toEqual(
      own.map(({ id, feeBase }) => [id, formatBase(feeBase ?? 0n, 18)]),
    )
    expect(rows[0]).toMatchObject({ type: 'network-fee', session: null, asset: 'ETH' })
  })

  it('is each sweep with its transactions', async () => {
    const list = await runAsOperator(listSweeps, operators(), { mode: 'test', limit: 100 })
    const kinds = new Set(list.sweeps.map(({ kind }) => kind))
    expect(kinds).toEqual(new Set(['native', 'authorized', 'top-up', 'token']))
    const [first] = list.sweeps
    const shown = await runAsOperator(getSweep, operators(), { id: first?.id ?? '' })
    expect(shown).toMatchObject({ status: 'final', problem: null, attempts: [{}] })
    expect(shown.mined?.hash).toBe(shown.attempts[0]?.hash)
    const unknown = runAsOperator(getSweep, operators(), { id: 'sw_1' })
    await expect(unknown).rejects.toMatchObject({ code: 'resource_not_found' })
  })
})
