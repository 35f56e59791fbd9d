import { toHex } from 'viem'
import { onTestFinished } from 'vitest'
import * as z from 'zod'
import { callNode } from '../../infra/local/chains/call-node.ts'
import { startNodeProxy } from '../node-proxy.ts'
import { type EngineHarness, hex as hexText } from './engine-harness.ts'

/** A node whose responses lack the amount. */
export async function hidingNode(engine: EngineHarness, amountBase: bigint): Promise<string> {
  const word = amountBase.toString(16).padStart(64, '0')
  const falsify = (text: string) =>
    text.replaceAll(word, '0'.repeat(64)).replaceAll(`"${toHex(amountBase)}"`, '"0x0"')
  const proxy = startNodeProxy(engine.chain.rpcUrl, { falsify })
  onTestFinished(proxy.stop)
  return proxy.rpcUrl
}

/** Makes the harness's node know no block after this one. */
export async function endAt({ chain }: EngineHarness, head: bigint): Promise<void> {
  const newest = { method: 'eth_getBlockByNumber', params: [toHex(head), false] }
  const block = { result: await callNode(chain.rpcUrl, newest, z.unknown()) }
  chain.proxy.intercept(({ method, params }) => {
    const [subject] = z.array(z.unknown()).parse(params ?? [])
    if (method !== 'eth_getBlockByNumber') return undefined
    if (subject === 'latest') return block
    return BigInt(String(subject)) > head ? { result: null } : undefined
  })
}

/** Makes the harness's node have no native balances before this block. It traces only if enabled. */
export function keepStatesFrom(
  { chain }: EngineHarness,
  oldest: bigint,
  { traces }: { traces: boolean },
): void {
  chain.proxy.intercept(({ method, params }) => {
    if (!traces && method.startsWith('debug_')) {
      return { error: { code: -32601, message: 'no such method' } }
    }
    const [, block] = z.array(z.unknown()).parse(params ?? [])
    const isOld = method === 'eth_getBalance' && typeof block === 'string' && BigInt(block) < oldest
    return isOld ? { error: { code: -32000, message: 'missing trie node' } } : undefined
  })
}

/** Makes the harness's node have no state at all before this block. */
export async function forgetStatesBefore({ chain }: EngineHarness, oldest: bigint): Promise<void> {
  const numbers = Array.from({ length: Number(oldest) }, (_, number) => BigInt(number))
  const blocks = numbers.map((blockNumber) => chain.node.getBlock({ blockNumber }))
  const forgotten = new Set((await Promise.all(blocks)).map(({ hash }) => hash))
  chain.proxy.intercept(({ method, params }) => {
    if (method !== 'eth_getBalance' && method !== 'eth_call') return undefined
    const [, block] = blockParameters.parse(params)
    const isOld =
      typeof block === 'string'
        ? /^0x/.test(block) && BigInt(block) < oldest
        : forgotten.has(hexText(block.blockHash))
    return isOld ? { error: { code: -32000, message: 'missing trie node' } } : undefined
  })
}

const blockParameters = z
  .tuple([z.unknown(), z.union([z.string(), z.object({ blockHash: z.string() })])])
  .rest(z.unknown())
