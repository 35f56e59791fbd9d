import { getAddress, type Hex, numberToHex, pad, toEventHash } from 'viem'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { acceptPayment } from '../../shared/admin/payments/accept-payment.ts'
import { dismissSession } from '../../shared/admin/payments/dismiss-session.ts'
import { transact } from '../../shared/kernel/store/transact.ts'
import {
  loadUnlistedSearches,
  unlistedSearchDue,
} from '../../shared/payments/ledger/store/unlisted-searches.ts'
import { payer } from '../chain-fixture.ts'
import type { Interception } from '../node-proxy.ts'
import { runAsOperator } from '../run-as-operator.ts'
import { type Address, type EngineHarness, engineHarness, hex } from './engine-harness.ts'
import { deployNft, deployToken, tokenCall } from './paying.ts'

async function fixture() {
  const engine = await engineHarness()
  const session = await engine.openSession()
  return {
    engine,
    session,
    address: hex(session.address),
    close: async () => {
      await engine.mine(95)
      await engine.reconcile()
      expect(await engine.statusOf(session)).toBe('expired')
    },
    check: async () => engine.recheckClosed(await engine.load(session)),
    unlisted: async () => (await engine.unmatched()).filter(({ reason }) => reason === 'unlisted'),
  }
}

type Sent = { to: Address; value: bigint }

async function send(engine: EngineHarness, token: Address, { to, value }: Sent) {
  await engine.chain.send(tokenCall({ name: 'transfer', args: [to, value] }, token))
  await engine.mine()
}

const logQuery = z.tuple([
  z.looseObject({
    fromBlock: z.string(),
    toBlock: z.string(),
    address: z.unknown().optional(),
  }),
])

/** Replaces the node's logs for a search without a contract. */
function onSearch(
  engine: EngineHarness,
  respond: (range: { from: bigint; to: bigint }) => unknown,
  receipts?: Interception,
) {
  engine.chain.proxy.intercept(({ method, params }) => {
    if (method === 'eth_getBlockReceipts') return receipts
    if (method !== 'eth_getLogs') return undefined
    const [query] = logQuery.parse(params)
    if (query.address !== undefined) return undefined
    const response = respond({ from: BigInt(query.fromBlock), to: BigInt(query.toBlock) })
    return z
      .union([z.object({ result: z.unknown() }), z.object({ error: rpcError })])
      .optional()
      .parse(response)
  })
}

const tooMany = { error: { code: -32005, message: 'query returned more than 10000 results' } }

const rpcError = z.object({ code: z.number(), message: z.string() })

/** A log of a token transfer to the session. */
function transferLog(token: Address, to: Address, blockNumber: bigint) {
  const topics = [toEventHash('Transfer(address,address,uint256)'), pad(payer), pad(to)]
  return {
    address: token,
    topics,
    data: numberToHex(7n, { size: 32 }),
    blockNumber: numberToHex(blockNumber),
  }
}

/** A contract that only runs this code. */
async function deployCode(engine: EngineHarness, code: string): Promise<Address> {
  const size = (code.length / 2).toString(16).padStart(2, '0')
  const data: Hex = `0x60${size}600c60003960${size}6000f3${code}`
  const hash = await engine.chain.node.sendTransaction({
    account: payer,
    chain: null,
    gas: 500_000n,
    data,
  })
  await engine.mine()
  const { contractAddress } = await engine.chain.node.getTransactionReceipt({ hash })
  return contractAddress ?? '0x'
}

const callsOf = (engine: EngineHarness, method: string) =>
  engine.chain.proxy.requests.filter((request) => request.method === method).length

describe('a token outside the registry', () => {
  it('is found when the session is closed, without a value, an event or a name', async () => {
    const { engine, session, address, close, unlisted } = await fixture()
    const token = await deployToken(engine, {
      symbol: '\u202eCLICK https://evil.example',
      decimals: 18,
    })
    await send(engine, token, { to: address, value: 5_000n })
    await close()
    await engine.searchDue()
    expect(await unlisted()).toMatchObject([
      { tokenAddress: getAddress(token), symbol: 'unlisted', decimals: 0, amountBase: 5_000n },
    ])
    expect(await engine.eventsOf(session)).toEqual(['session.expired'])
    await engine.mine(61)
    const before = callsOf(engine, 'eth_getLogs')
    await engine.scanClosed()
    expect(await engine.searchDue()).toMatchObject({ searched: 0 })
    expect(callsOf(engine, 'eth_getLogs')).toBe(before)
  })

  it('is found by a check that finds other money, and on demand', async () => {
    const { engine, address, close, check, unlisted } = await fixture()
    await close()
    await engine.mine(61)
    await engine.scanClosed()
    await engine.searchDue()
    const token = await deployToken(engine, { symbol: 'A' })
    await send(engine, token, { to: address, value: 1n })
    await engine.chain.send({ to: address, value: 5n })
    await engine.mine(61)
    await engine.searchDue()
    expect(await unlisted()).toEqual([])
    await engine.scanClosed()
    await engine.searchDue()
    expect(await unlisted()).toHaveLength(1)
    await send(engine, token, { to: address, value: 2n })
    const other = await deployToken(engine, { symbol: 'B' })
    await send(engine, other, { to: address, value: 3n })
    await engine.mine(2)
    await check()
    expect((await unlisted()).map(({ amountBase }) => amountBase).sort()).toEqual([3n, 3n])
  })

  it('can be dismissed and never accepted', async () => {
    const { engine, session, address, close, check, unlisted } = await fixture()
    await send(engine, await deployToken(engine, { symbol: 'A' }), { to: address, value: 1n })
    await close()
    await check()
    const [deposit] = await unlisted()
    const name = `31337:${deposit?.tokenAddress}`
    const input = { id: session.id, deposits: [name], note: 'spam' }
    const chains = async () => [await engine.deps.chain(31337)]
    const services = { ...engine.deps, chains, onUnread: () => undefined }
    const accepted = runAsOperator(acceptPayment, services, { ...input, dismissed: false })
    await expect(accepted).rejects.toThrow('There is nothing to accept')
    expect(await runAsOperator(dismissSession, services, input)).toMatchObject({ changed: true })
    await check()
    expect(await unlisted()).toEqual([])
  })

  it('is ignored if it is an NFT, a native coin’s log, listed, or a false log', async () => {
    const { engine, address, close, check, unlisted } = await fixture()
    const nft = await deployNft(engine)
    await engine.chain.send(tokenCall({ name: 'mint', args: [address, 9n] }, nft))
    const liar = await deployToken(engine, { symbol: 'USDC' })
    await engine.chain.send(
      tokenCall({ name: 'pretend', args: [payer, address, 10n ** 18n] }, liar),
    )
    await engine.chain.mintUsdc(address, 5n)
    await close()
    await check()
    expect(await unlisted()).toEqual([])
    const block = await engine.chain.node.getBlockNumber()
    onSearch(engine, () => ({
      result: [
        transferLog('0x0000000000000000000000000000000000001010', address, block),
        transferLog('0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE', address, block),
        transferLog('0x471EcE3750Da237f93B8E339c536989b8978a438', address, block),
      ],
    }))
    const before = callsOf(engine, 'eth_call')
    await check()
    // The balances of the listed assets, and of the contract that pretends.
    expect(callsOf(engine, 'eth_call') - before).toBeLessThanOrEqual(4)
    expect(await unlisted()).toEqual([])
  })

  it.each([
    ['reverts', '60006000fd'],
    ['burns all gas', '5b600056'],
    ['returns 64 kB', '620100006000f3'],
    ['returns nothing', '00'],
    ['uses an unknown opcode', 'fe'],
  ])('whose balanceOf %s does not hide the next one', async (_, code) => {
    const { engine, address, close, check, unlisted } = await fixture()
    const hostile = await deployCode(engine, code)
    const token = await deployToken(engine, { symbol: 'A' })
    await send(engine, token, { to: address, value: 7n })
    const block = await engine.chain.node.getBlockNumber()
    await close()
    onSearch(engine, () => ({
      result: [transferLog(hostile, address, block - 1n), transferLog(token, address, block)],
    }))
    await check()
    expect(await unlisted()).toMatchObject([{ tokenAddress: getAddress(token) }])
  })

  it('that can not be read is asked again later, and hides neither another token nor another address', async () => {
    const { engine, session, address, close, unlisted } = await fixture()
    const other = await engine.openSession()
    const [broken, token] = [
      await deployToken(engine, { symbol: 'B' }),
      await deployToken(engine, { symbol: 'A' }),
    ]
    for (const to of [address, hex(other.address)]) {
      await send(engine, broken, { to, value: 5n })
      await send(engine, token, { to, value: 7n })
    }
    await close()
    const failing = broken.toLowerCase()
    engine.chain.proxy.intercept(({ method, params }) =>
      method === 'eth_call' && JSON.stringify(params).toLowerCase().includes(`"to":"${failing}"`)
        ? { error: { code: -32015, message: 'VM execution error: MemoryOOG' } }
        : undefined,
    )
    expect(await engine.searchDue()).toEqual({ searched: 2, failures: [] })
    const amounts = async () => (await unlisted()).map(({ amountBase }) => amountBase)
    expect(await amounts()).toEqual([7n, 7n])
    engine.chain.proxy.intercept(undefined)
    expect(await engine.searchDue()).toMatchObject({ searched: 0 })
    await engine.mine(61)
    expect(await engine.searchDue()).toMatchObject({ searched: 2 })
    expect((await amounts()).toSorted()).toEqual([5n, 5n, 7n, 7n])
    expect(await engine.load(session)).toMatchObject({ status: 'expired' })
  })

  it.each([
    ['limits its rate', { code: 429, message: 'rate limit exceeded' }],
    ['has no such state', { code: -32000, message: 'missing trie node' }],
  ])('is not given up because the node %s', async (_, error) => {
    const { engine, address, close, unlisted } = await fixture()
    const token = await deployToken(engine, { symbol: 'A' })
    await send(engine, token, { to: address, value: 7n })
    await close()
    engine.chain.proxy.intercept(({ method, params }) =>
      method === 'eth_call' && JSON.stringify(params).includes('"gas"') ? { error } : undefined,
    )
    const { failures } = await engine.searchDue()
    expect(failures).toMatchObject([{ name: 'ChainUnavailable' }])
    engine.chain.proxy.intercept(undefined)
    await engine.mine(61)
    await engine.searchDue()
    expect(await unlisted()).toMatchObject([{ amountBase: 7n }])
  })
})

describe('the cost of one address', () => {
  const fakeToken = (index: number): Address =>
    `0x${'f'.repeat(30)}${index.toString(16).padStart(10, '0')}`

  it('is bounded with 10,000 fake tokens in one block, and later tokens are found', async () => {
    const { engine, address, close, check, unlisted } = await fixture()
    const spam = await engine.chain.node.getBlockNumber()
    const token = await deployToken(engine, { symbol: 'A' })
    await send(engine, token, { to: address, value: 7n })
    const real = await engine.chain.node.getBlockNumber()
    await close()
    const logs = [
      ...Array.from({ length: 10_000 }, (_, index) => transferLog(fakeToken(index), address, spam)),
      transferLog(token, address, real),
    ]
    onSearch(engine, ({ from, to }) => ({
      result: logs.filter(
        ({ blockNumber }) => BigInt(blockNumber) >= from && BigInt(blockNumber) <= to,
      ),
    }))
    let found: unknown[] = []
    for (let round = 0; round < 30 && found.length === 0; round++) {
      const before = engine.chain.proxy.requests.length
      await check()
      expect(engine.chain.proxy.requests.length - before).toBeLessThan(100)
      found = await unlisted()
    }
    expect(found).toMatchObject([{ tokenAddress: getAddress(token) }])
  })

  it('ends with 20 contracts', async () => {
    const { engine, address, close, check, unlisted } = await fixture()
    const tokens: Address[] = []
    for (let index = 0; index < 21; index++) {
      const token = await deployToken(engine, { symbol: `T${index}` })
      tokens.push(token)
      await engine.chain.send(tokenCall({ name: 'transfer', args: [address, 1n] }, token))
    }
    await engine.mine()
    await close()
    await check()
    await check()
    expect(await unlisted()).toHaveLength(20)
  })

  it('is bounded at a node that returns ten blocks at a time, and reports its progress', async () => {
    const { engine, session, address, close, check, unlisted } = await fixture()
    await engine.mine(300)
    const token = await deployToken(engine, { symbol: 'A' })
    await send(engine, token, { to: address, value: 7n })
    await close()
    onSearch(engine, ({ from, to }) =>
      to - from >= 10n
        ? { error: { code: -32600, message: 'eth_getLogs is limited to a 10 block range' } }
        : undefined,
    )
    const through = async () => {
      const [search] = await loadUnlistedSearches(engine.table, {
        mode: 'test',
        sessionId: session.id,
      })
      return search?.throughBlock ?? 0n
    }
    const before = callsOf(engine, 'eth_getLogs')
    await check()
    expect(callsOf(engine, 'eth_getLogs') - before).toBeLessThanOrEqual(24)
    const first = await through()
    expect(await unlisted()).toEqual([])
    for (let round = 0; round < 6; round++) await check()
    expect(await through()).toBeGreaterThan(first)
    expect(await unlisted()).toMatchObject([{ tokenAddress: getAddress(token) }])
  })

  /** A token's transfer in a block of which the node returns no logs, because there are too many in it. */
  async function inRefusedBlock({ withReceipts = true } = {}) {
    const found = await fixture()
    const { engine, address, close } = found
    const token = await deployToken(engine, { symbol: 'A' })
    await send(engine, token, { to: address, value: 7n })
    const block = await engine.chain.node.getBlockNumber()
    await close()
    onSearch(
      engine,
      ({ from, to }) => (from <= block && block <= to ? tooMany : undefined),
      withReceipts ? undefined : tooMany,
    )
    return { ...found, token, block }
  }

  it('includes the receipts of a single block that is too much for a search', async () => {
    const { check, unlisted, token } = await inRefusedBlock()
    await check()
    expect(await unlisted()).toMatchObject([{ tokenAddress: getAddress(token) }])
  })

  it('ends before a block that the node can not return, which the next search begins with', async () => {
    const { engine, session, check, unlisted, token, block } = await inRefusedBlock({
      withReceipts: false,
    })
    await check()
    expect(await unlisted()).toEqual([])
    const of = { mode: 'test', sessionId: session.id } as const
    expect(await loadUnlistedSearches(engine.table, of)).toMatchObject([
      { throughBlock: block - 1n, nextBlock: block },
    ])
    engine.chain.proxy.intercept(undefined)
    await check()
    expect(await unlisted()).toMatchObject([{ tokenAddress: getAddress(token) }])
  })

  it('is no more for a hundred that close together, and what one of them received delays none', async () => {
    const { engine, session, address, close, unlisted } = await fixture()
    const others = []
    for (let index = 0; index < 110; index++) others.push(await engine.openSession())
    const token = await deployToken(engine, { symbol: 'A' })
    for (const { address: to } of others) {
      const paid = { name: 'transfer', args: [hex(to), 2n] } as const
      await engine.chain.send(tokenCall(paid, token))
    }
    await send(engine, token, { to: address, value: 7n })
    await close()
    const before = callsOf(engine, 'eth_getLogs')
    expect(await engine.searchDue()).toEqual({ searched: 111, failures: [] })
    expect(callsOf(engine, 'eth_getLogs') - before).toBe(2)
    const found = new Map((await unlisted()).map((one) => [one.sessionId, one.amountBase]))
    expect(found.size).toBe(111)
    expect(found.get(session.id)).toBe(7n)
  })

  it('is searched alone if together with others it is refused, and they are found', async () => {
    const { engine, session, address, close, unlisted } = await fixture()
    const spammed = await engine.openSession()
    const token = await deployToken(engine, { symbol: 'A' })
    await send(engine, token, { to: address, value: 7n })
    await close()
    const topic = pad(hex(spammed.address)).slice(2).toLowerCase()
    engine.chain.proxy.intercept(({ method, params }) => {
      const isSpammed = JSON.stringify(params ?? null)
        .toLowerCase()
        .includes(topic)
      if (method === 'eth_getBlockReceipts') return tooMany
      return method === 'eth_getLogs' && isSpammed ? tooMany : undefined
    })
    await engine.searchDue()
    expect(await unlisted()).toEqual([])
    await engine.searchDue()
    expect(await unlisted()).toMatchObject([{ sessionId: session.id, amountBase: 7n }])
    const refused = callsOf(engine, 'eth_getLogs')
    await engine.searchDue()
    expect(callsOf(engine, 'eth_getLogs')).toBe(refused)
    engine.chain.proxy.intercept(undefined)
    await send(engine, token, { to: hex(spammed.address), value: 3n })
    await engine.mine(61)
    await engine.searchDue()
    expect(await unlisted()).toHaveLength(2)
  })

  it('is not lost if it becomes due again while it is searched', async () => {
    const { engine, session, address, close, unlisted } = await fixture()
    await close()
    const closed = await engine.load(session)
    const token = await deployToken(engine, { symbol: 'A' })
    let isLate = true
    engine.chain.proxy.intercept(async ({ method }) => {
      if (method === 'eth_getLogs' && isLate) {
        isLate = false
        await transact(engine.table, [unlistedSearchDue(closed, 31337, engine.clock())])
      }
      return undefined
    })
    await engine.searchDue()
    await send(engine, token, { to: address, value: 7n })
    await engine.mine(3)
    expect(await engine.searchDue()).toMatchObject({ searched: 1 })
    expect(await unlisted()).toMatchObject([{ amountBase: 7n }])
  })

  it('delays no listed money at a node that refuses such searches', async () => {
    const { engine, address, close } = await fixture()
    await close()
    await engine.chain.send({ to: address, value: 5n })
    await engine.mine(61)
    onSearch(engine, () => ({
      error: { code: -32602, message: 'specify an address in your request' },
    }))
    expect(await engine.searchDue()).toMatchObject({ failures: [{ name: 'ChainUnavailable' }] })
    expect(await engine.scanClosed()).toMatchObject({ scanned: 1 })
    expect(await engine.unmatched()).toMatchObject([{ symbol: 'ETH', amountBase: 5n }])
  })
})
