import { toHex } from 'viem'
import { onTestFinished } from 'vitest'
import * as z from 'zod'
import { callNode } from '../../infra/local/chains/call-node.ts'
import { startNodeProxy } from '../node-proxy.ts'
import type { Till } from './till.ts'

/** A node whose answers hold nothing where the amount should be. */
export async function hidingNode(till: Till, amountBase: bigint): Promise<string> {
  const word = amountBase.toString(16).padStart(64, '0')
  const falsify = (text: string) =>
    text.replaceAll(word, '0'.repeat(64)).replaceAll(`"${toHex(amountBase)}"`, '"0x0"')
  const proxy = await startNodeProxy(till.chain.rpcUrl, { falsify })
  onTestFinished(proxy.stop)
  return proxy.rpcUrl
}

/** The till's node knows no block after that one. */
export async function endAt({ chain }: Till, head: bigint): Promise<void> {
  const newest = { method: 'eth_getBlockByNumber', params: [toHex(head), false] }
  const block = { result: await callNode(chain.rpcUrl, newest, z.unknown()) }
  chain.proxy.intercept(({ method, params }) => {
    const [subject] = z.array(z.unknown()).parse(params ?? [])
    if (method !== 'eth_getBlockByNumber') return undefined
    if (subject === 'latest') return block
    return BigInt(String(subject)) > head ? { result: null } : undefined
  })
}

/** The till's node has no states of coin from before that block, and traces only where it is said to. */
export function keepStatesFrom(
  { chain }: Till,
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
