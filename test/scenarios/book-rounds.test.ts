import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { keccak256, numberToHex, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { commit } from '../../shared/kernel/operation/commit.ts'
import { withoutKey } from '../../shared/kernel/operation/merchant-request.ts'
import { transact } from '../../shared/kernel/store/transact.ts'
import { update } from '../../shared/kernel/store/writes.ts'
import { auditChain } from '../../shared/money/books/audit-chain.ts'
import { type Finding, findingId } from '../../shared/money/books/rules/difference.ts'
import type { BookOrder } from '../../shared/money/books/rules/round.ts'
import { acknowledgmentWrite } from '../../shared/money/books/store/book-acknowledgments.ts'
import { loadFindings } from '../../shared/money/books/store/book-findings.ts'
import { loadRounds } from '../../shared/money/books/store/book-rounds.ts'
import { createRefund } from '../../shared/money/refunds/create-refund.ts'
import { findSentRefunds } from '../../shared/money/refunds/find-sent-refunds.ts'
import { loadRefund } from '../../shared/money/refunds/store/refunds.ts'
import { authorizedTransfer } from '../../shared/money/sweeps/sending/transactions/authorization.ts'
import type { CheckoutSession } from '../../shared/payments/checkout-sessions/rules/checkout-session.ts'
import { sessionKeys } from '../../shared/payments/checkout-sessions/store/keys.ts'
import { holdingKeys } from '../../shared/payments/holdings/store/keys.ts'
import { addressCreation } from '../../shared/payments/ledger/store/addresses.ts'
import { askDirectly, payer } from '../chain-fixture.ts'
import { startNodeProxy } from '../node-proxy.ts'
import { type EngineHarness, hex } from './engine-harness.ts'
import { coinLock, usdcLock } from './paying.ts'
import { storedWallets } from './stored-wallets.ts'
import { payout, type Sweeping, startSweeping } from './sweeping.ts'
import { withEngine } from './with-engine.ts'

const coin = 10n ** 16n
const usdc = 25_000_000n
const day = 86_400

let engine: EngineHarness
let sweeping: Sweeping
let findings: Finding[]
let failures: Error[]
let isLate: boolean

withEngine((started) => {
  engine = started
})
beforeEach(async () => {
  findings = []
  failures = []
  isLate = false
  sweeping = startSweeping(engine)
  await sweeping.fundGasWallet()
  // Each test has a day of its own, from noon.
  const now = engine.clock().getTime() / 1000
  await engine.mineAfter((Math.floor(now / day) + 40) * day + day / 2 - now)
  await sweeping.runToEnd()
})

/** One run, which is over after so many pages. */
async function run({ pages = 1000, order }: { pages?: number; order?: BookOrder } = {}) {
  const [rounds] = await loadRounds(engine.table, 'test')
  let left = pages
  const services = {
    table: engine.table,
    now: engine.clock,
    ask: askDirectly,
    onFailure: (error: Error) => void failures.push(error),
    isLate: () => isLate,
    onFinding: (finding: Finding) => void findings.push(finding),
  }
  return auditChain(services, sweeping.chain(), { rounds, order, isOver: () => left-- <= 0 })
}

async function roundsNow() {
  const [rounds] = await loadRounds(engine.table, 'test')
  return rounds
}

const kept = () => loadFindings(engine.table, { mode: 'test', chainId: 31337, limit: 100 })

const hours = (count: number) => engine.mineAfter(count * 3600)

const paid = (lock = usdcLock(usdc)) => sweeping.settled(lock)

/** Addresses of sessions that nobody paid. */
const unpaid = (count: number) =>
  Promise.all(
    Array.from({ length: count }, () =>
      engine.openSession({ status: 'expired', closedAt: engine.clock() }),
    ),
  )

async function pretendMore({ id, mode }: CheckoutSession, base = '26000000'): Promise<void> {
  const received = { seenBase: base, confirmedBase: base, confirmations: 3 }
  await transact(engine.table, [update(sessionKeys.session(mode, id), { received })])
}

it('reads every address that closed or moved the day before, and continues after each page', async () => {
  await unpaid(230)
  await paid()
  await paid(coinLock(coin))
  await engine.mineAfter(400)
  await sweeping.runToEnd()
  await hours(15)
  let runs = 0
  do {
    await run({ pages: 1 })
    runs += 1
  } while ((await roundsNow())?.round && runs < 20)
  const { daily, problem } = (await roundsNow()) ?? {}
  // Two that moved, and all that closed.
  expect(daily?.audited).toBe(2 + 232)
  expect(runs).toBeGreaterThan(3)
  expect({ problem, findings, kept: await kept() }).toEqual({
    problem: null,
    findings: [],
    kept: [],
  })
  // Once a day.
  expect(await run()).toEqual({ audited: 0 })
})

it('tells its owner once of what differs, again if what was acknowledged changes, and forgets it when it agrees', async () => {
  const session = await paid()
  await engine.mineAfter(400)
  await sweeping.runToEnd()
  await pretendMore(session)
  await hours(15)
  await run()
  expect(findings).toMatchObject([
    {
      sessionId: session.id,
      differences: [{ kind: 'counted', said: 26_000_000n, shown: usdc }],
    },
  ])
  await hours(25)
  await run()
  expect(findings).toHaveLength(1)
  const [finding] = findings
  if (!finding) throw new Error('nothing was found')
  const acknowledged = {
    findingId: findingId(finding),
    note: 'explained',
    acknowledgedAt: engine.clock(),
  }
  await transact(engine.table, [acknowledgmentWrite('test', acknowledged)])
  await hours(25)
  await run()
  expect(findings).toHaveLength(1)
  await pretendMore(session, '27000000')
  await hours(25)
  await run()
  await hours(25)
  await run()
  expect(findings).toHaveLength(2)
  const received = { seenBase: String(usdc), confirmedBase: String(usdc), confirmations: 3 }
  await transact(engine.table, [update(sessionKeys.session('test', session.id), { received })])
  await hours(25)
  await run()
  expect(await kept()).toEqual([])
})

it('says nothing of money that the service has yet to notice, until a day has passed', async () => {
  const closed = () => ({ status: 'expired', closedAt: engine.clock() }) as const
  const never = await sweeping.openSession(closed())
  const noticed = await sweeping.openSession(closed())
  await engine.pay(never, coin)
  await engine.pay(noticed, coin)
  await engine.mine(3)
  await hours(15)
  await run()
  expect((await kept()).map(({ sessionId }) => sessionId).sort()).toEqual(
    [never.id, noticed.id].sort(),
  )
  await engine.recheckClosed(await engine.load(noticed))
  await hours(1)
  await run()
  expect(findings).toEqual([])
  expect((await kept()).map(({ sessionId }) => sessionId)).toEqual([never.id])
  await hours(26)
  await run()
  expect(findings).toMatchObject([
    { sessionId: never.id, differences: [{ kind: 'received', said: 0n, shown: coin }, {}] },
  ])
  await engine.recheckClosed(await engine.load(never))
})

it('waits until a sweep has ended', async () => {
  const session = await paid(coinLock(coin))
  await engine.mineAfter(400)
  await sweeping.run()
  await engine.mineAfter(15 * 3600)
  await run()
  expect(await kept()).toMatchObject([{ sessionId: session.id, differences: [] }])
  await sweeping.runToEnd()
  await hours(1)
  await run()
  expect({ findings, kept: await kept() }).toEqual({ findings: [], kept: [] })
})

it('compares what has moved for a day, as if it did not', async () => {
  const session = await paid()
  await pretendMore(session)
  const key = holdingKeys.holding('test', session.id, `31337#${session.lock.tokenAddress}`)
  await transact(engine.table, [update(key, { sweepId: 'sw_never' })])
  await hours(15)
  await run()
  expect(await kept()).toMatchObject([{ sessionId: session.id, differences: [] }])
  await hours(26)
  await run()
  expect(findings.map(({ sessionId }) => sessionId)).toEqual([session.id])
})

it('reads the others if a row names a block of the far future', async () => {
  const [forged, other] = [await paid(), await paid()]
  const key = holdingKeys.holding('test', forged.id, `31337#${forged.lock.tokenAddress}`)
  await transact(engine.table, [update(key, { readAtBlock: '999999999999' })])
  await pretendMore(other)
  await hours(15)
  await run()
  expect(findings.map(({ sessionId }) => sessionId)).toContain(other.id)
  expect(await roundsNow()).toMatchObject({ problem: null, round: null })
})

it('serves an order of a period, whatever its age', async () => {
  const session = await paid()
  await engine.mineAfter(400)
  await sweeping.runToEnd()
  await hours(100 * 24)
  await run()
  await pretendMore(session)
  const { createdAt } = session
  const period = { from: createdAt, to: new Date(createdAt.getTime() + 1000) }
  await run({ order: { ...period, requestedAt: engine.clock() } })
  expect((await roundsNow())?.ordered).toMatchObject({ ...period, audited: 1 })
  expect(findings.map(({ sessionId }) => sessionId)).toEqual([session.id])
})

it('reports a refund whose transfer is gone, which a reorg may do after it was confirmed', async () => {
  const refunded = async () => {
    const session = await paid(coinLock(coin))
    const body = {
      ...{ sessionId: session.id, amount: '0.004', address: payout, sender: hex(payer) },
      ...{ depositId: null, reason: null },
    }
    const refund = await commit(engine.table, () =>
      createRefund.run(engine.deps, { ...withoutKey, mode: 'test', body }),
    )
    await engine.mine()
    await engine.chain.send({ to: payout, value: (coin * 4n) / 10n })
    const client = await engine.deps.chain(31337)
    const fail = (error: unknown) => {
      throw error
    }
    const chains = {
      chains: async () => [client],
      mostBlocks: 50n,
      onFailure: fail,
      onUnread: fail,
    }
    for (let round = 0; round < 3; round++) {
      await engine.mine(2)
      await findSentRefunds({ ...engine.deps, ...chains }, 'test')
    }
    return { session, refund: await loadRefund(engine.table, 'test', refund.id) }
  }
  const standing = await refunded()
  expect(standing.refund?.status).toBe('confirmed')
  const { session, refund } = await refunded()
  await engine.reorg(7)
  await hours(15)
  await run()
  const { txHash } = refund?.transfer ?? {}
  const gone = { kind: 'refund', said: (coin * 4n) / 10n, shown: 0n, txHash }
  expect(findings).toMatchObject([{ sessionId: session.id, differences: [gone] }])
})

it('believes no single node that says something else', async () => {
  const { id } = await paid(coinLock(coin))
  const liar = startNodeProxy(engine.chain.rpcUrl)
  onTestFinished(liar.stop)
  liar.intercept(({ method }) =>
    method === 'eth_getTransactionCount' ? { result: numberToHex(7) } : undefined,
  )
  sweeping.useNodes(liar.rpcUrl, engine.chain.proxy.rpcUrl)
  await hours(15)
  await run()
  expect(findings).toEqual([])
  expect((await kept()).map(({ sessionId }) => sessionId)).not.toContain(id)
  expect(liar.requests.some(({ method }) => method === 'eth_getTransactionCount')).toBe(true)
})

it('says why it can not continue, and does once it can', async () => {
  await paid()
  await hours(15)
  const gone = startNodeProxy(engine.chain.rpcUrl)
  gone.stop()
  sweeping.useNodes(gone.rpcUrl)
  await expect(run()).rejects.toThrow('chain 31337')
  expect((await roundsNow())?.problem).toContain('chain 31337')
  sweeping.useNodes(engine.chain.proxy.rpcUrl)
  await run()
  expect(await roundsNow()).toMatchObject({ problem: null, round: null })
})

it('gets on if the node is slow, or has lost a transaction', async () => {
  const session = await paid(coinLock(coin))
  await engine.mineAfter(400)
  await sweeping.runToEnd()
  await hours(15)
  isLate = true
  await expect(run()).rejects.toThrow('slow')
  isLate = false
  const lost = startNodeProxy(engine.chain.rpcUrl)
  onTestFinished(lost.stop)
  const pruned = { error: { code: -32000, message: 'transaction indexing is in progress' } }
  lost.intercept(({ method }) => (method === 'eth_getTransactionReceipt' ? pruned : undefined))
  sweeping.useNodes(lost.rpcUrl)
  await run()
  expect(failures.map(({ message }) => message)).toEqual(
    expect.arrayContaining([expect.stringContaining('chain 31337')]),
  )
  expect(await roundsNow()).toMatchObject({ problem: null, round: null })
  expect((await kept()).map(({ sessionId }) => sessionId)).toContain(session.id)
  lost.intercept(undefined)
  await hours(1)
  await run()
  expect((await kept()).map(({ sessionId }) => sessionId)).not.toContain(session.id)
})

it('leaves out a session that can not be read, and names it', async () => {
  const [session, other] = [await paid(), await paid()]
  const holding = { ...holdingKeys.holding('test', session.id, '31337#x'), chainId: 'no number' }
  const { client, name: TableName } = engine.table
  await client.send(new PutCommand({ TableName, Item: holding }))
  await pretendMore(other)
  await hours(15)
  await run()
  expect(failures.map(({ message }) => message)).toEqual(
    expect.arrayContaining([expect.stringContaining(session.id)]),
  )
  expect(findings.map(({ sessionId }) => sessionId)).toEqual([other.id])
})

// Last: what they find stays.
it('finds what left an unpaid address unnoticed, by an authorization, for the payout wallet', async () => {
  await transact(engine.table, storedWallets(engine.clock()))
  const account = privateKeyToAccount(keccak256(toHex('unnoticed')))
  const closed = { status: 'expired', closedAt: engine.clock() } as const
  const session = await engine.openSession({ ...closed, address: account.address })
  await transact(engine.table, [addressCreation(session)])
  await engine.payUsdc(session, usdc)
  await engine.mine()
  const { chain, node } = engine.chain
  const token = chain.tokens.find(({ symbol }) => symbol === 'USDC')
  if (!token) throw new Error('there is a token')
  const data = await authorizedTransfer(
    account,
    { ...chain, token },
    {
      from: account.address,
      to: payout,
      valueBase: usdc,
      validBefore: new Date(engine.clock().getTime() + 3_600_000),
      nonce: keccak256(toHex('nonce')),
    },
  )
  const call = { account: payer, chain: null, gas: 300_000n, gasPrice: 10n ** 12n } as const
  const txHash = await node.sendTransaction({ ...call, to: token.address, data })
  await engine.mine(4)
  await hours(15)
  await run()
  const unnamed = expect.objectContaining({ kind: 'unnamed', shown: usdc, txHash })
  expect(findings).toMatchObject([{ sessionId: session.id }])
  expect(findings[0]?.differences).toContainEqual(unnamed)
  // It is read again as it was found.
  await hours(25)
  await run()
  const found = (await kept()).find(({ sessionId }) => sessionId === session.id)
  expect(found?.differences).toContainEqual(unnamed)
})

it('finds what came to an unpaid address and left it again, unnoticed', async () => {
  const [session] = await unpaid(2)
  const { node } = engine.chain
  const account = hex(session?.address ?? '')
  await engine.chain.send({ to: account, value: coin })
  await engine.mine()
  await node.impersonateAccount({ address: account })
  const fees = { gas: 21_000n, gasPrice: coin / 2n / 21_000n }
  const txHash = await node.sendTransaction({
    account,
    chain: null,
    to: payer,
    value: coin - fees.gas * fees.gasPrice,
    ...fees,
  })
  await engine.mine(4)
  await hours(15)
  await run()
  expect(findings).toMatchObject([{ sessionId: session?.id }])
  expect(findings[0]?.differences).toContainEqual(
    expect.objectContaining({ kind: 'unnamed', tokenAddress: null, shown: coin, txHash }),
  )
})
