import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import * as z from 'zod'
import { callNode } from '../../../infra/local/chains/call-node.ts'
import {
  otherPayer as address,
  askDirectly,
  startTestChain,
  type TestChain,
} from '../../../test/chain-fixture.ts'
import { aSession } from '../../../test/factories.ts'
import { runAsOperator } from '../../../test/run-as-operator.ts'
import { testTable } from '../../../test/test-table.ts'
import { localAddresses } from '../../chain/local-addresses.ts'
import { newId } from '../../kernel/ids.ts'
import { transact } from '../../kernel/store/transact.ts'
import type { CheckoutSession } from '../../payments/checkout-sessions/rules/checkout-session.ts'
import { sessionCreation } from '../../payments/checkout-sessions/store/sessions.ts'
import { loadHoldings } from '../../payments/holdings/store/holdings.ts'
import { loadAddressMovements } from '../../payments/ledger/store/address-movements.ts'
import { type FoundSweeps, findLostSweeps } from './find-lost-sweeps.ts'
import { noteLostMovements } from './note-lost-movements.ts'

let chain: TestChain

beforeAll(async () => {
  chain = await startTestChain()
  await chain.mintUsdc(address, 1_000_000n)
})
afterAll(() => chain.stop())

/** Movements of earlier tests are too old to be found. */
beforeEach(async () => {
  const { timestamp } = await chain.node.getBlock()
  await chain.node.setNextBlockTimestamp({ timestamp: timestamp + 7_200n })
  await chain.mine(4)
})

/** A table with a session at an address whose key others also have, as of now on the chain. */
async function backedUp(changes: Partial<CheckoutSession> = {}) {
  const table = await testTable()
  const now = new Date(Number((await chain.node.getBlock()).timestamp) * 1000)
  const id = newId('checkoutSession', now, (length) => new Uint8Array(length).fill(7))
  const times = { createdAt: now, expiresAt: now, lateUntil: now }
  const session = aSession({ id, address, ...times, ...changes })
  await transact(table, [sessionCreation(session, now)])
  const clock = () => new Date(now.getTime() + 3_600_000)
  const services = { table, now: clock, ask: askDirectly, chains: async () => [chain.client] }
  const input = { mode: 'test' as const, since: now.toISOString() }
  const find = (after?: string): Promise<FoundSweeps> =>
    runAsOperator(findLostSweeps, services, { ...input, after, dryRun: false })
  return { services, session, find, key: { mode: 'test', sessionId: id } as const }
}

const intercepted = (intercept: Parameters<TestChain['proxy']['intercept']>[0]) => {
  chain.proxy.intercept(intercept)
  onTestFinished(() => chain.proxy.intercept(undefined))
}

it('finds tokens that left once that is confirmed, also of a payment that was on its way past its window', async () => {
  const lateUntil = new Date(0)
  const { find, session, key, services } = await backedUp({ status: 'detected', lateUntil })
  const txHash = await chain.payUsdc('0x00000000000000000000000000000000005a1e5e', 70n, address)
  // Nobody would look for it again if this said that nothing is left.
  const unread = [{ chainId: 31337, reason: expect.stringContaining('is not confirmed yet') }]
  expect(await find()).toMatchObject({ found: [], unclear: [], unread })
  await chain.mine(4)
  const found = [
    { sessionId: session.id, address, chainId: 31337, symbol: 'USDC', amount: '0.00007', txHash },
  ]
  expect(await find()).toEqual({
    found,
    foreign: [],
    unclear: [],
    unread: [],
    next: 'holdings/31337/',
  })
  expect(await find('holdings/31337/')).toMatchObject({ found: [], next: 'payouts/31337/' })
  expect(await find('payouts/31337/')).toMatchObject({ found: [], next: null })
  const [swept] = (await loadHoldings(services.table, key)).filter(
    ({ tokenAddress }) => tokenAddress,
  )
  expect(swept).toMatchObject({ sweptBase: 70n, missingBase: 0n, symbol: 'USDC' })
  expect(await loadAddressMovements(services.table, key)).toMatchObject([
    { kind: 'fee', tokenAddress: null, txHash },
    { kind: 'sweep', tokenAddress: localAddresses.testUsdc, amountBase: 70n, txHash },
  ])
})

it('gives nothing that left an address before its session existed to that session', async () => {
  const table = await testTable()
  const since = new Date(Number((await chain.node.getBlock()).timestamp) * 1000)
  const txHash = await chain.payUsdc('0x00000000000000000000000000000000005a1e5e', 70n, address)
  await chain.mine(4)
  const createdAt = new Date(Number((await chain.node.getBlock()).timestamp) * 1000)
  const id = newId('checkoutSession', createdAt, (length) => new Uint8Array(length).fill(8))
  const lateUntil = new Date(createdAt.getTime() + 3_600_000)
  const session = aSession({ id, address, createdAt, expiresAt: lateUntil, lateUntil })
  await transact(table, [sessionCreation(session, createdAt)])
  const services = {
    table,
    now: () => createdAt,
    ask: askDirectly,
    chains: async () => [chain.client],
  }
  const input = {
    mode: 'test' as const,
    since: since.toISOString(),
    after: undefined,
    dryRun: false,
  }
  const foreign = [
    { sessionId: id, address, chainId: 31337, symbol: 'USDC', amount: '0.00007', txHash },
  ]
  expect(await runAsOperator(findLostSweeps, services, input)).toMatchObject({
    found: [],
    foreign,
  })
  expect(await loadAddressMovements(table, { mode: 'test', sessionId: id })).toEqual([])
})

const receipt = z.looseObject({ logs: z.array(z.unknown()) })
const logs = z.array(z.looseObject({ data: z.string() }))

it('takes amounts from receipts only, and adds up the transfers of one transaction', async () => {
  const { find, key, services } = await backedUp()
  await chain.payUsdc('0x00000000000000000000000000000000005a1e5e', 70n, address)
  await chain.mine(4)
  const actual = <T>(call: { method: string; params?: unknown }, schema: z.ZodType<T>) =>
    callNode(
      chain.rpcUrl,
      { method: call.method, params: z.array(z.unknown()).parse(call.params) },
      schema,
    )
  intercepted(async (call) => {
    if (call.method === 'eth_getLogs') {
      const [log] = await actual(call, logs)
      return { result: log ? [{ ...log, data: `0x${'f'.repeat(64)}` }] : [] }
    }
    if (call.method !== 'eth_getTransactionReceipt') return undefined
    const result = await actual(call, receipt)
    return { result: { ...result, logs: [...result.logs, ...result.logs] } }
  })
  expect(await find()).toMatchObject({ found: [{ amount: '0.00014' }] })
  const movements = await loadAddressMovements(services.table, key)
  expect(movements).toEqual(
    expect.arrayContaining([expect.objectContaining({ kind: 'sweep', amountBase: 140n })]),
  )
})

it.each([
  ['missing trie node', { unclear: [{ address, chainId: 31337 }], unread: [] }],
  ['internal error', { unclear: [], unread: [{ chainId: 31337 }] }],
])('knows a node without history from one that fails: %s', async (message, outcome) => {
  const { find } = await backedUp()
  intercepted(({ method }) =>
    method === 'eth_getTransactionCount' ? { error: { code: -32_000, message } } : undefined,
  )
  expect(await find()).toMatchObject({ found: [], ...outcome })
})

it('says which chain’s payouts could not be read, and ends', async () => {
  const { find } = await backedUp()
  const error = { code: -32_000, message: 'internal error' }
  intercepted(({ method }) => (method === 'eth_getBlockByNumber' ? { error } : undefined))
  const unread = [{ chainId: 31337, chain: 'Local test chain', reason: expect.any(String) }]
  expect(await find('payouts/31337/')).toEqual({
    found: [],
    foreign: [],
    unclear: [],
    unread,
    next: null,
  })
})

it('notes more movements than a transaction has writes, each once', async () => {
  const { services, session, key } = await backedUp()
  const [mode, sessionId] = ['test' as const, session.id]
  const of = { mode, sessionId, address, derivationIndex: session.derivationIndex }
  const lost = Array.from({ length: 120 }, (_, index) => ({
    of,
    symbol: 'USDC',
    decimals: 6,
    movement: {
      kind: 'sweep' as const,
      chainId: 31337,
      tokenAddress: localAddresses.testUsdc,
      amountBase: 2n,
      txHash: `0x${index}`,
      blockNumber: BigInt(index),
    },
  }))
  for (let round = 0; round < 2; round++) {
    await noteLostMovements(services, chain.client, lost)
    expect(await loadAddressMovements(services.table, key)).toHaveLength(120)
    expect(await loadHoldings(services.table, key)).toMatchObject([{ sweptBase: 240n }])
  }
})

it('continues after a chain whose payouts can’t be read, and refuses a place of one that is not there', async () => {
  const { find } = await backedUp()
  await expect(find('payouts/1/')).rejects.toMatchObject({ code: 'parameter_invalid' })
  intercepted(({ method }) =>
    method === 'eth_blockNumber' || method === 'eth_getBlockByNumber'
      ? { error: { code: -32_000, message: 'internal error' } }
      : undefined,
  )
  const unread = [{ chainId: 31337, chain: chain.client.chain.name, reason: expect.any(String) }]
  expect(await find('payouts/31337/')).toMatchObject({ found: [], unread, next: null })
})
