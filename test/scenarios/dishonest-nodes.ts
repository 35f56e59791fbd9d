import {
  decodeFunctionResult,
  encodeFunctionResult,
  getAbiItem,
  type Hex,
  keccak256,
  multicall3Abi,
  pad,
  toFunctionSelector,
  toHex,
} from 'viem'
import * as z from 'zod'
import { callNode, hex as hexText } from '../../infra/local/chains/call-node.ts'
import { blockSeconds } from '../chain-fixture.ts'
import type { Intercept, Interception, NodeProxy } from '../node-proxy.ts'
import type { EngineHarness } from './engine-harness.ts'

type Call = Parameters<Intercept>[0]

const aggregate3 = { abi: multicall3Abi, functionName: 'aggregate3', name: 'aggregate3' } as const

/** A block as the harness's node reports it; null if there is none. */
async function realBlock(
  engine: EngineHarness,
  subject: unknown,
  isFull: unknown = false,
): Promise<Record<string, unknown> | null> {
  const params = [subject, isFull]
  const block = z.record(z.string(), z.unknown()).nullable()
  return callNode(engine.chain.rpcUrl, { method: 'eth_getBlockByNumber', params }, block)
}

function paramsOf({ params }: Call): unknown[] {
  return z.array(z.unknown()).parse(params ?? [])
}

/** A node that is always this many blocks behind the harness's node. */
export function lagBehind(engine: EngineHarness, proxy: NodeProxy, blocks: number): void {
  proxy.intercept(async (call) => {
    const newest = (await engine.chain.node.getBlockNumber()) - BigInt(blocks)
    const [subject, where] = paramsOf(call)
    if (call.method === 'eth_getBlockByNumber') {
      if (subject === 'latest') return { result: await realBlock(engine, toHex(newest)) }
      return BigInt(String(subject)) > newest ? { result: null } : undefined
    }
    const asked = await numberOf(engine, where)
    return asked !== undefined && asked > newest ? unknownBlock : undefined
  })
}

const unknownBlock: Interception = { error: { code: -32000, message: 'header not found' } }

async function numberOf(engine: EngineHarness, where: unknown): Promise<bigint | undefined> {
  const { data } = z.looseObject({ blockHash: hexText }).safeParse(where)
  if (!data) return undefined
  return (await engine.chain.node.getBlock({ blockHash: data.blockHash })).number
}

/**
 * A node that invents blocks, from `fork` blocks below the harness's head to `ahead` blocks above it, at the chain's
 * block time, with the harness's newest state.
 */
export function forgeBlocks(
  engine: EngineHarness,
  proxy: NodeProxy,
  { ahead, fork = 0 }: { ahead: number; fork?: number },
): void {
  proxy.intercept(async (call) => {
    const head = await engine.chain.node.getBlock()
    const span = { from: head.number - BigInt(fork), to: head.number + BigInt(ahead) }
    const timeOf = (number: bigint) =>
      toHex(head.timestamp + (number - head.number) * BigInt(blockSeconds))
    const [subject, where] = paramsOf(call)
    if (call.method === 'eth_getBlockByNumber') {
      const number = subject === 'latest' ? span.to : BigInt(String(subject))
      return number > span.from ? forgedBlock(engine, number, timeOf(number)) : undefined
    }
    const forged = forgedNumber(where, span)
    if (forged === undefined) return undefined
    const words = await realWords(engine, call, 'latest')
    return wordsResult([pad(timeOf(forged)), ...words.slice(1)])
  })
}

/** A node that gives one block another time. */
export function misdateBlock(
  engine: EngineHarness,
  proxy: NodeProxy,
  { number, at }: { number: bigint; at: Date },
): void {
  proxy.intercept(async (call) => {
    if (call.method !== 'eth_getBlockByNumber') return undefined
    const [subject, isFull] = paramsOf(call)
    const block = await realBlock(engine, subject, isFull)
    if (!block || BigInt(String(block['number'])) !== number) return undefined
    return { result: { ...block, timestamp: toHex(at.getTime() / 1000) } }
  })
}

async function forgedBlock(
  engine: EngineHarness,
  number: bigint,
  timestamp: Hex,
): Promise<Interception> {
  const own = { hash: forgedHash(number), number: toHex(number), timestamp }
  return { result: { ...(await realBlock(engine, 'latest')), ...own } }
}

function forgedHash(number: bigint): Hex {
  return keccak256(toHex(`forged block ${number}`))
}

function forgedNumber(where: unknown, { from, to }: { from: bigint; to: bigint }) {
  const { data } = z.looseObject({ blockHash: z.string() }).safeParse(where)
  for (let number = to; number > from; number--) {
    if (data?.blockHash === forgedHash(number)) return number
  }
  return undefined
}

/** A node that adds this amount to every amount, in all blocks. */
export function addToAmounts(engine: EngineHarness, proxy: NodeProxy, base: bigint): void {
  falsifyAmounts(engine, proxy, { change: (amount) => amount + base })
}

/** A node that adds this amount to every amount at the newest block only. */
export function addAtHead(engine: EngineHarness, proxy: NodeProxy, base: bigint): void {
  const isLie = async (where: unknown) =>
    (await numberOf(engine, where)) === (await engine.chain.node.getBlockNumber())
  falsifyAmounts(engine, proxy, { change: (amount) => amount + base, isLie })
}

/** A node that reports empty addresses and no logs, in all blocks. */
export function hideAmounts(engine: EngineHarness, proxy: NodeProxy): void {
  falsifyAmounts(engine, proxy, { change: () => 0n, logs: false })
}

type Falsifying = {
  change: (amount: bigint) => bigint
  logs?: boolean
  isLie?: (where: unknown) => Promise<boolean>
}

function falsifyAmounts(
  engine: EngineHarness,
  proxy: NodeProxy,
  { change, logs = true, isLie = async () => true }: Falsifying,
): void {
  const falsified = (word: Hex) => (isAmount(word) ? pad(toHex(change(BigInt(word)))) : word)
  proxy.intercept(async (call) => {
    const { method } = call
    if (method === 'eth_getLogs' && !logs) return { result: [] }
    const [subject, where] = paramsOf(call)
    if (!isRead(call) || !(await isLie(where))) return undefined
    if (isAggregate(subject)) {
      const [time, chainId, ...words] = await realWords(engine, call, where)
      return wordsResult([time ?? '0x', chainId ?? '0x', ...words.map(falsified)])
    }
    const params = [subject, where]
    const word = await callNode(engine.chain.rpcUrl, { method, params }, hexText)
    return { result: method === 'eth_call' ? falsified(word) : toHex(change(BigInt(word))) }
  })
}

function isRead({ method }: Call): boolean {
  return method === 'eth_getBalance' || method === 'eth_call'
}

function isAggregate(subject: unknown): boolean {
  const { data } = z.looseObject({ data: hexText }).safeParse(subject)
  return data?.data.startsWith(toFunctionSelector(getAbiItem(aggregate3))) ?? false
}

/** Tests use small amounts; block hashes are large. */
function isAmount(word: Hex): boolean {
  return BigInt(word) < 1_000_000_000n
}

async function realWords(engine: EngineHarness, call: Call, where: unknown): Promise<Hex[]> {
  const params = [paramsOf(call)[0], where]
  const data = await callNode(engine.chain.rpcUrl, { method: 'eth_call', params }, hexText)
  return decodeFunctionResult({ ...aggregate3, data }).map(({ returnData }) => returnData)
}

function wordsResult(words: readonly Hex[]): Interception {
  const result = words.map((returnData) => ({ success: true, returnData }))
  return { result: encodeFunctionResult({ ...aggregate3, result }) }
}
