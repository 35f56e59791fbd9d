import type { LocalAccount } from 'viem'
import { afterEach, describe, expect, it } from 'vitest'
import { pageAuditEntries } from '../../shared/kernel/store/audit-log.ts'
import { abandonSweep } from '../../shared/money/sweeps/abandon-sweep.ts'
import { sweepChain } from '../../shared/money/sweeps/sweep-chain.ts'
import type { SweepServices } from '../../shared/money/sweeps/sweep-services.ts'
import type { Sweep } from '../../shared/payments/holdings/rules/sweep.ts'
import { loadTransaction } from '../../shared/payments/holdings/store/sweeps.ts'
import { runAsOperator } from '../run-as-operator.ts'
import { seededBytes } from '../seeded-bytes.ts'
import { eachSweepingTether, expectAllSwept, type Tether } from './each-sweeping.ts'
import type { EngineHarness } from './engine-harness.ts'
import { tokenLock } from './paying.ts'
import { gasAccount, type Sweeping, startSweeping } from './sweeping.ts'

const coin = 10n ** 16n
const usdc = 25_000_000n

let engine: EngineHarness
let sweeping: Sweeping
let tether: Tether

eachSweepingTether((given) => {
  ;({ engine, sweeping, tether } = given)
})
// In the end, everything is swept, and the ledger has what arrived.
afterEach(async () => {
  await engine.mineAfter(4000)
  await sweeping.runToEnd()
  await expectAllSwept(sweeping, tether)
})

const paidInCoin = () => sweeping.paidInCoin(coin)
const paidInUsdc = () => sweeping.paidInUsdc(usdc)

function abandon({ id }: Sweep) {
  const randomBytes = seededBytes(`abandon ${id}`)
  const services = { table: engine.table, now: engine.clock, randomBytes }
  return runAsOperator(abandonSweep, services, { id, note: 'it hangs' })
}

/** A run in which no transaction can be signed, so that what it plans stays a plan. */
async function planOnly(): Promise<void> {
  const unable = (account: LocalAccount): LocalAccount => ({
    ...account,
    signTransaction: () => Promise.reject(new Error('it can not sign')),
  })
  const openWallet: SweepServices['openWallet'] = async (mode) => {
    const wallet = await sweeping.services.openWallet(mode)
    return {
      ...wallet,
      gasAccount: async (address) => unable(await wallet.gasAccount(address)),
      depositAccount: async (of) => unable(await wallet.depositAccount(of)),
    }
  }
  const other = startSweeping(engine, { tokens: [tether.token], services: { openWallet } })
  await expect(other.run()).rejects.toThrow('not taken further')
  engine.passSeconds(1)
}

/** Drops a transaction from the node's pool, so that the one it replaced can be sent again. */
const drop = (hash = '') => engine.chain.node.dropTransaction({ hash: `0x${hash.slice(2)}` })

describe('a plan of which nothing is signed', () => {
  it('ends at once, gives its nonce back, and its money is swept by the next one', async () => {
    const session = await paidInCoin()
    await planOnly()
    const planned = await sweeping.sweepOf(session)
    expect(planned).toMatchObject({ status: 'planned', attempts: [] })
    await abandon(planned)
    await sweeping.run()
    expect(await sweeping.current(planned)).toMatchObject({
      status: 'canceled',
      attempts: [],
      mined: null,
    })
    const next = await sweeping.sweepOf(session)
    expect(next).toMatchObject({ status: 'broadcast', nonce: planned.nonce })
  })

  it('uses up its nonce if a later one is taken, so that no gap holds that up', async () => {
    const inUsdc = await paidInUsdc()
    const inTether = await sweeping.openPaid(
      tokenLock(tether.token.address, { symbol: 'USDT', decimals: 6, amountBase: usdc }),
    )
    await tether.mint(inTether.address, usdc)
    await engine.mine(4)
    await planOnly()
    const [batch, topUp] = [await sweeping.sweepOf(inUsdc), await sweeping.sweepOf(inTether)]
    expect([batch.kind, topUp.kind]).toEqual(['authorized', 'top-up'])
    expect(batch.nonce).toBeLessThan(topUp.nonce)
    await abandon(batch)
    await sweeping.runToEnd()
    const ended = await sweeping.current(batch)
    expect(ended).toMatchObject({ status: 'canceled', attempts: [{ isCancellation: true }] })
    expect(ended?.feeBase).toBeGreaterThan(0n)
    expect(await sweeping.current(topUp)).toMatchObject({ status: 'final' })
  })
})

describe('a token that is no longer listed', () => {
  /** A run by a registry without USDC. */
  const runWithout = () => {
    const { mode, client } = sweeping.chain()
    const tokens = client.chain.tokens.filter(({ symbol }) => symbol !== 'USDC')
    const without = { mode, client: { ...client, chain: { ...client.chain, tokens } } }
    return sweepChain(sweeping.services, without, { forMs: 60_000, everyMs: 3_600_000 })
  }

  it('ends a plan of its authorizations with the reason, and frees its money', async () => {
    const session = await paidInUsdc()
    await planOnly()
    const planned = await sweeping.sweepOf(session)
    await runWithout()
    expect(await sweeping.current(planned)).toMatchObject({
      status: 'canceled',
      attempts: [],
      cancelReason: expect.stringContaining('is no longer listed'),
    })
    expect(sweeping.alerts).toEqual([expect.stringContaining(`Sweep ${planned.id} has ended`)])
    const [holding] = (await sweeping.holdings()).filter((one) => one.sessionId === session.id)
    expect(holding).toMatchObject({ sweepId: null, dueSince: expect.any(Date) })
  })

  it('lets a batch that is sent be mined, and does not raise its fees', async () => {
    const session = await paidInUsdc()
    await sweeping.run()
    engine.passSeconds(120)
    await runWithout()
    const sent = await sweeping.sweepOf(session)
    expect(sent).toMatchObject({ status: 'broadcast', attempts: [{}] })
    await engine.mine(4)
    await runWithout()
    await runWithout()
    expect(await sweeping.current(sent)).toMatchObject({
      status: 'final',
      items: [{ movedBase: usdc }],
    })
  })
})

describe('a transaction that is sent', () => {
  it('is replaced by one that moves nothing, and the money is swept once, later', async () => {
    const session = await paidInCoin()
    await sweeping.run()
    const hanging = await sweeping.sweepOf(session)
    await abandon(hanging)
    await sweeping.run()
    expect(await sweeping.current(hanging)).toMatchObject({
      attempts: [{ isCancellation: false }, { isCancellation: true, valueBase: 0n }],
    })
    await engine.mine(4)
    await sweeping.run()
    const ended = await sweeping.current(hanging)
    expect(ended).toMatchObject({ status: 'canceled', items: [{ movedBase: 0n, failure: null }] })
    const holding = (await sweeping.holdings()).find(({ sessionId }) => sessionId === session.id)
    expect(holding).toMatchObject({ sweptBase: 0n, feeBase: ended?.feeBase, receivedBase: coin })
    expect(await sweeping.sweepOf(session)).toMatchObject({ nonce: hanging.nonce + 1 })
  })

  it('counts as usual if it is mined before what should replace it', async () => {
    const session = await paidInUsdc()
    await sweeping.run()
    const hanging = await sweeping.sweepOf(session)
    const raw = await loadTransaction(engine.table, hanging)
    await abandon(hanging)
    await sweeping.run()
    await drop((await sweeping.current(hanging))?.attempts.at(-1)?.hash)
    await engine.chain.node.sendRawTransaction({ serializedTransaction: raw ?? '0x' })
    await engine.mine(4)
    await sweeping.runToEnd()
    expect(await sweeping.current(hanging)).toMatchObject({
      status: 'final',
      mined: { hash: hanging.attempts[0]?.hash },
      items: [{ movedBase: usdc }],
    })
  })

  it('of a deposit address that sends a token pays for it with its own coin, which the ledger has', async () => {
    const lock = tokenLock(tether.token.address, {
      symbol: 'USDT',
      decimals: 6,
      amountBase: usdc,
    })
    const session = await sweeping.openPaid(lock)
    await tether.mint(session.address, usdc)
    await engine.mine(4)
    await sweeping.run()
    await engine.mine(4)
    await sweeping.run()
    const hanging = await sweeping.sweepOf(session)
    expect(hanging).toMatchObject({ kind: 'token', status: 'broadcast' })
    await abandon(hanging)
    await sweeping.runToEnd()
    await engine.mineAfter(4000)
    await sweeping.runToEnd()
    const kinds = (await sweeping.sweeps())
      .filter(({ items }) => items.some(({ sessionId }) => sessionId === session.id))
      .map(({ kind, status }) => `${kind} ${status}`)
    expect(kinds).toContain('token canceled')
    expect(kinds).toContain('token final')
  })
})

it('is recommended once a sweep is an hour old, once a day', async () => {
  const session = await paidInCoin()
  const day = 86_400
  const late = () => sweeping.alerts.filter((alert) => alert.includes('is still broadcast'))
  await sweeping.run()
  const sweep = await sweeping.sweepOf(session)
  for (const [seconds, count] of [
    ...[
      [3_000, 0],
      [700, 1],
      [3_000, 1],
      [day, 2],
    ],
  ] as const) {
    engine.passSeconds(seconds)
    await sweeping.run()
    expect(late()).toHaveLength(count)
  }
  expect(late()[0]).toContain(`sweeps abandon ${sweep.id}`)
  await engine.mineAfter(2 * day)
})

it('is audited, and refused once it is too late', async () => {
  const session = await paidInUsdc()
  await sweeping.run()
  const sweep = await sweeping.sweepOf(session)
  await abandon(sweep)
  await sweeping.runToEnd()
  const { items: entries } = await pageAuditEntries(engine.table, { mode: 'test' }, { limit: 1 })
  expect(entries[0]).toMatchObject({
    action: 'sweep.abandon',
    target: sweep.id,
    note: 'it hangs',
    details: { sender: gasAccount.address, nonce: String(sweep.nonce) },
  })
  await expect(abandon(sweep)).rejects.toMatchObject({ code: 'state_changed' })
})
