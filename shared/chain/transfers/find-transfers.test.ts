import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  type Hash,
  type Hex,
  multicall3Abi,
  pad,
} from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { otherPayer, payer, startTestChain, type TestChain } from '../../../test/chain-fixture.ts'
import { openNodes } from '../../../test/open-nodes.ts'
import { ChainUnavailable } from '../chain-unavailable.ts'
import { localAddresses } from '../local-addresses.ts'
import { findTransfers } from './find-transfers.ts'
import type { FoundTransfer } from './found-transfer.ts'

const usdc = localAddresses.testUsdc
const newAddress = () => privateKeyToAddress(generatePrivateKey())

/** Contracts that send the coin they are called with to the address in the call's data. */
const payWhole = '6000600060006000346000355af150'
const payHalf = '6000600060006000600234046000355af150'
const contracts = {
  forwarder: `0x${payWhole}00`,
  splitter: `0x${payHalf}${payHalf}00`,
  reverter: `0x${payWhole}60006000fd`,
  selfDestructor: '0x600035ff',
} as const satisfies Record<string, Hex>

let test: TestChain
let first: bigint

beforeAll(async () => {
  test = await startTestChain()
  await test.mintUsdc(payer, 10n ** 12n)
  await test.mintUsdc(otherPayer, 10n ** 12n)
  await test.mine()
  first = await test.node.getBlockNumber()
})
afterEach(() => test.proxy.intercept(undefined))
afterAll(() => test.stop())

async function search(
  address: Address,
  { token = null, hints = [] }: { token?: string | null; hints?: string[] } = {},
): Promise<FoundTransfer[]> {
  const toBlock = await test.node.getBlockNumber()
  return findTransfers(test.client, { address, token, fromBlock: first, toBlock, hints })
}

/** A transaction's position, as a found transfer states it. */
async function placeOf(hash: Hash) {
  const { blockNumber, blockHash } = await test.node.getTransactionReceipt({ hash })
  const { timestamp } = await test.node.getBlock({ blockHash })
  return {
    txHash: hash,
    blockNumber,
    blockHash,
    blockTimestamp: new Date(Number(timestamp) * 1000),
  }
}

async function contract(name: keyof typeof contracts): Promise<Address> {
  const address = newAddress()
  await test.node.setCode({ address, bytecode: contracts[name] })
  return address
}

const viaContract = (to: Address, via: Address, value: bigint) =>
  test.send({ to: via, value, data: pad(to) })

describe('native coin', () => {
  it('is found in several blocks, with hints or without', async () => {
    const address = newAddress()
    await test.mine(20)
    const early = await test.send({ to: address, value: 3n })
    await test.mine(30)
    const late = await test.send({ to: address, value: 4n }, otherPayer)
    await test.mine(10)
    const found = await search(address)
    expect(found).toEqual([
      { ...(await placeOf(early)), logIndex: null, from: payer, amountBase: 3n },
      { ...(await placeOf(late)), logIndex: null, from: otherPayer, amountBase: 4n },
    ])
    const callsOf = async (hints: string[]) => {
      test.proxy.requests.length = 0
      expect(await search(address, { hints })).toEqual(found)
      return test.proxy.requests.length
    }
    const without = await callsOf([])
    expect(await callsOf([late, early])).toBeLessThan(without)
    expect(await callsOf([early])).toBeLessThan(without)
    await callsOf(['0x01', `0x${'ab'.repeat(32)}`])
  })

  it('is found in adjacent blocks, at both ends of the range', async () => {
    const address = newAddress()
    const hashes: Hash[] = []
    for (const value of [1n, 2n, 3n]) {
      hashes.push(await test.send({ to: address, value }))
      await test.mine()
    }
    const [from, , to] = await Promise.all(hashes.map(placeOf))
    const range = { fromBlock: from?.blockNumber ?? 0n, toBlock: to?.blockNumber ?? 0n }
    const found = await findTransfers(test.client, { address, token: null, ...range })
    expect(found.map((t) => t.amountBase)).toEqual([1n, 2n, 3n])
    const inner = { fromBlock: range.fromBlock + 1n, toBlock: range.toBlock - 1n }
    const [middle, ...more] = await findTransfers(test.client, { address, token: null, ...inner })
    expect(middle?.txHash).toBe(hashes[1])
    expect(more).toEqual([])
  })

  it('is separated when several payments share a block', async () => {
    const address = newAddress()
    const forwarder = await contract('forwarder')
    const hashes = [
      await test.send({ to: address, value: 3n }),
      await viaContract(address, forwarder, 5n),
      await test.send({ to: address, value: 4n }),
    ]
    await test.mine()
    const found = await search(address)
    expect(found.map((t) => [t.txHash, t.from, t.amountBase])).toEqual([
      [hashes[0], payer, 3n],
      [hashes[1], forwarder, 5n],
      [hashes[2], payer, 4n],
    ])
  })

  it('is found when contracts send it, however they do', async () => {
    const address = newAddress()
    const [splitter, selfDestructor] = [
      await contract('splitter'),
      await contract('selfDestructor'),
    ]
    const split = await viaContract(address, splitter, 10n)
    const destroyed = await viaContract(address, selfDestructor, 6n)
    await test.mine()
    const found = await search(address)
    expect(found.map((t) => [t.txHash, t.from, t.amountBase])).toEqual([
      [split, splitter, 10n],
      [destroyed, selfDestructor, 6n],
    ])
  })

  it('in a reverted transaction is ignored', async () => {
    const address = newAddress()
    await viaContract(address, await contract('reverter'), 5n)
    const paid = await test.send({ to: address, value: 1n })
    await test.mine()
    expect((await search(address)).map((t) => t.txHash)).toEqual([paid])
  })

  it('counts without a transaction if the node has no traces', async () => {
    const address = newAddress()
    const direct = await test.send({ to: address, value: 2n })
    await viaContract(address, await contract('forwarder'), 5n)
    await test.mine()
    test.proxy.intercept(({ method }) =>
      method.startsWith('debug_')
        ? { error: { code: -32601, message: 'the method does not exist' } }
        : undefined,
    )
    const found = await search(address)
    expect(found.map((t) => [t.txHash, t.from, t.amountBase])).toEqual([
      [direct, payer, 2n],
      [null, null, 5n],
    ])
  })

  it('that never arrived is not found', async () => {
    await test.send({ to: newAddress(), value: 3n })
    await test.mine()
    expect(await search(newAddress())).toEqual([])
    const empty = { fromBlock: 9n, toBlock: 8n }
    expect(await findTransfers(test.client, { address: payer, token: null, ...empty })).toEqual([])
  })

  it('removed by a reorg is gone, and is in its new block when it is included again', async () => {
    const address = newAddress()
    await test.mine(2)
    const hash = await test.send({ to: address, value: 3n })
    await test.mine(2)
    const old = await search(address)
    const raw = await test.node.request<{ Parameters: [Hash]; ReturnType: Hex }>({
      method: 'eth_getRawTransactionByHash',
      params: [hash],
    })
    await reorganise(3, [])
    expect(await search(address)).toEqual([])
    await reorganise(3, [[raw, 2]])
    const found = await search(address)
    expect(found).toEqual([
      { ...(await placeOf(hash)), logIndex: null, from: payer, amountBase: 3n },
    ])
    expect(found[0]?.blockHash).not.toBe(old[0]?.blockHash)
  })
})

describe('native coin that arrived before the oldest state of the node', () => {
  /** Rejects states before block `oldest` with anvil's error. */
  const forget = (oldest: bigint) =>
    test.proxy.intercept(({ method, params }) => {
      const block = method === 'eth_getBalance' && Array.isArray(params) ? params[1] : undefined
      if (typeof block !== 'string' || !block.startsWith('0x') || BigInt(block) >= oldest) return
      const message = `BlockOutOfRangeError: block height is 99 but requested was ${Number(block)}`
      return { error: { code: -32602, message } }
    })

  it('is found in its blocks, and later payments by the balance', async () => {
    const address = newAddress()
    const early = await test.send({ to: address, value: 3n })
    await test.mine(40)
    const later = await test.send({ to: address, value: 4n })
    await test.mine(40)
    const forwarder = await contract('forwarder')
    const kept = await test.node.getBlockNumber()
    const last = await viaContract(address, forwarder, 5n)
    await test.mine(5)
    const all = await search(address)
    expect(all.map((t) => t.txHash)).toEqual([early, later, last])
    forget(kept)
    expect(await search(address)).toEqual(all)
    expect(await search(address, { hints: [early, last] })).toEqual(all)
  })

  it('is not missing if there was none', async () => {
    const address = newAddress()
    await test.mine(20)
    forget(await test.node.getBlockNumber())
    expect(await search(address)).toEqual([])
    const hash = await test.send({ to: address, value: 3n })
    await test.mine()
    expect((await search(address)).map((t) => t.txHash)).toEqual([hash])
  })

  it('counts from the oldest state if no transaction of a block explains it', async () => {
    const address = newAddress()
    const direct = await test.send({ to: address, value: 2n })
    await viaContract(address, await contract('forwarder'), 5n)
    await test.mine(20)
    const kept = await test.node.getBlockNumber()
    forget(kept)
    const found = await search(address)
    expect(found.map((t) => [t.txHash, t.amountBase])).toEqual([
      [direct, 2n],
      [null, 5n],
    ])
    expect(found[1]?.blockNumber).toBe(kept)
  })

  it('is an error if the node fails for another reason', async () => {
    const address = newAddress()
    await test.send({ to: address, value: 2n })
    await test.mine(5)
    const early = `0x${(first - 1n).toString(16)}`
    test.proxy.intercept(({ method, params }) =>
      method === 'eth_getBalance' && JSON.stringify(params).includes(`"${early}"`)
        ? { error: { code: -32000, message: 'compute units exceeded' } }
        : undefined,
    )
    await expect(search(address)).rejects.toBeInstanceOf(ChainUnavailable)
  })
})

describe('a token', () => {
  it('is found by its own logs, each with its index', async () => {
    const address = newAddress()
    const early = await test.payUsdc(address, 10n)
    await test.mine(5)
    const same = [await test.payUsdc(address, 20n, otherPayer), await test.payUsdc(address, 30n)]
    await test.mine()
    const found = await search(address, { token: usdc })
    expect(found).toMatchObject([
      { ...(await placeOf(early)), logIndex: 0, from: payer, amountBase: 10n },
      { txHash: expect.anything(), amountBase: expect.anything() },
      { txHash: expect.anything(), amountBase: expect.anything() },
    ])
    const inBlock = found.slice(1)
    expect(new Set(inBlock.map((t) => t.txHash))).toEqual(new Set(same))
    expect(inBlock.map((t) => t.logIndex)).toEqual([0, 1])
    expect(inBlock.reduce((sum, t) => sum + t.amountBase, 0n)).toBe(50n)
  })

  it('sent twice in one transaction counts twice', async () => {
    const address = newAddress()
    const hash = await payTwice(address)
    await test.mine()
    const found = await search(address, { token: usdc })
    expect(found.map((t) => [t.txHash, t.logIndex, t.amountBase])).toEqual([
      [hash, 0, 7n],
      [hash, 1, 8n],
    ])
  })

  it('is not found in transfers of nothing, other tokens, coin or outgoing money', async () => {
    const address = newAddress()
    const lookalike = newAddress()
    const code = await test.node.getCode({ address: usdc })
    await test.node.setCode({ address: lookalike, bytecode: code ?? '0x' })
    await test.payUsdc(address, 0n)
    await test.send({ to: address, value: 9n })
    await test.payUsdc(lookalike, 5n)
    await test.mine()
    expect(await search(address, { token: usdc })).toEqual([])
    expect(await search(lookalike, { token: usdc })).toHaveLength(1)
    expect(await search(lookalike, { token: lookalike })).toEqual([])
  })

  it('is found through a node that limits the range of a query', async () => {
    const address = newAddress()
    await test.payUsdc(address, 1n)
    await test.mine(30)
    await test.payUsdc(address, 2n)
    await test.mine(3)
    test.proxy.intercept(({ method, params }) => {
      if (method !== 'eth_getLogs' || rangeOf(params) <= 10) return undefined
      return { error: { code: -32602, message: 'eth_getLogs is limited to a 10 blocks range' } }
    })
    const found = await search(address, { token: usdc })
    expect(found.map((t) => t.amountBase)).toEqual([1n, 2n])
  })

  it('is found in few requests through a node that returns ten blocks at a time', async () => {
    const address = newAddress()
    await test.payUsdc(address, 1n)
    await test.mine(150)
    await test.payUsdc(address, 2n)
    await test.mine(150)
    const asked: number[] = []
    test.proxy.intercept(({ method, params }) => {
      if (method !== 'eth_getLogs') return undefined
      asked.push(rangeOf(params))
      if (rangeOf(params) <= 10) return undefined
      return { error: { code: -32602, message: 'eth_getLogs is limited to a 10 blocks range' } }
    })
    const found = await search(address, { token: usdc })
    expect(found.map((t) => [t.amountBase, t.txHash !== null])).toEqual([
      [1n, true],
      [2n, true],
    ])
    expect(asked.length).toBeLessThan(10)
  })

  it('whose logs belong to another fork is rejected', async () => {
    const address = newAddress()
    await test.payUsdc(address, 1n)
    await test.mine()
    const head = await test.node.getBlock()
    test.proxy.intercept(({ method }) =>
      method === 'eth_getBlockByNumber'
        ? {
            result: {
              number: `0x${head.number.toString(16)}`,
              hash: head.parentHash,
              timestamp: '0x1',
            },
          }
        : undefined,
    )
    await expect(search(address, { token: usdc })).rejects.toBeInstanceOf(ChainUnavailable)
  })
})

it('a node that fails causes an error, never an empty result', async () => {
  const client = openNodes(test.chain, ['http://127.0.0.1:1'])
  for (const token of [null, usdc]) {
    const found = findTransfers(client, { address: payer, token, fromBlock: 0n, toBlock: 1n })
    await expect(found).rejects.toBeInstanceOf(ChainUnavailable)
  }
})

function rangeOf(params: unknown): number {
  const [filter] = Array.isArray(params) ? params : []
  return Number(filter.toBlock) - Number(filter.fromBlock) + 1
}

async function reorganise(depth: number, transactions: [Hex, number][]): Promise<void> {
  await test.node.request<{ Parameters: unknown[]; ReturnType: unknown }>({
    method: 'anvil_reorg',
    params: [depth, transactions],
  })
}

/** Through Multicall3, which holds tokens for this purpose. */
async function payTwice(address: Address): Promise<Hash> {
  await test.mintUsdc(localAddresses.multicall3, 15n)
  await test.mine()
  const calls = [7n, 8n].map((value) => ({
    target: usdc,
    allowFailure: false,
    callData: encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transfer',
      args: [address, value],
    }),
  }))
  return test.send({
    to: localAddresses.multicall3,
    data: encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3', args: [calls] }),
  })
}
