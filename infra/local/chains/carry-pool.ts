import * as z from 'zod'
import { blockGasLimit } from './anvil-process.ts'
import { callNode, hex, ignored, toQuantity } from './call-node.ts'

const byNonce = z.record(z.string(), z.record(z.string(), z.object({ hash: hex })))
const pool = z.object({ pending: byNonce, queued: byNonce })
/** A signed transaction, as it was sent. */
export type RawTransaction = z.output<typeof hex>

/**
 * Returns the transactions in the node's pool, for the node that replaces it, because saved states don't include the pool.
 * From then on this node rejects transactions, which would be lost with it.
 */
export async function closePool(rpcUrl: string): Promise<RawTransaction[]> {
  try {
    await setBlockGasLimit(rpcUrl, 0)
    const waiting = await callNode(rpcUrl, { method: 'txpool_content' }, pool)
    return await Promise.all(hashesOf(waiting).map((hash) => rawTransaction(rpcUrl, hash)))
  } catch (error) {
    await openPool(rpcUrl)
    throw error
  }
}

/** Lets a node accept transactions again. */
export async function openPool(rpcUrl: string): Promise<void> {
  await setBlockGasLimit(rpcUrl, blockGasLimit)
}

/** Sends the transactions again. Returns the reason for each one that the node rejects. */
export async function refillPool(
  rpcUrl: string,
  waiting: readonly RawTransaction[],
): Promise<string[]> {
  const rejections: string[] = []
  for (const raw of waiting) {
    try {
      await callNode(rpcUrl, { method: 'eth_sendRawTransaction', params: [raw] }, ignored)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      // Its sender has already sent it again.
      if (!/already imported/i.test(reason)) rejections.push(reason)
    }
  }
  return rejections
}

async function setBlockGasLimit(rpcUrl: string, gas: number): Promise<void> {
  const call = { method: 'evm_setBlockGasLimit', params: [toQuantity(gas)] }
  await callNode(rpcUrl, call, ignored)
}

/** Includes transactions that wait for a smaller nonce. */
function hashesOf({ pending, queued }: z.output<typeof pool>): string[] {
  return [pending, queued].flatMap((part) =>
    Object.values(part).flatMap((bySender) => Object.values(bySender).map(({ hash }) => hash)),
  )
}

async function rawTransaction(rpcUrl: string, hash: string): Promise<RawTransaction> {
  return callNode(rpcUrl, { method: 'eth_getRawTransactionByHash', params: [hash] }, hex)
}
