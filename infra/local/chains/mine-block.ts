import * as z from 'zod'
import { callNode, ignored, quantity, toQuantity } from './call-node.ts'

const poolStatus = z.object({ pending: quantity })

/** Mines one block with the given time, or with the head's time if that is later: time never goes backwards. */
export async function mineBlock(rpcUrl: string, at: Date): Promise<void> {
  const call = { method: 'eth_getBlockByNumber', params: ['latest', false] }
  const head = await callNode(rpcUrl, call, z.object({ timestamp: quantity }))
  const seconds = BigInt(Math.floor(at.getTime() / 1000))
  const timestamp = seconds > head.timestamp ? seconds : head.timestamp
  const params = [toQuantity(timestamp)]
  await callNode(rpcUrl, { method: 'evm_setNextBlockTimestamp', params }, ignored)
  await callNode(rpcUrl, { method: 'evm_mine' }, ignored)
}

/** Returns whether the next block could include a pending transaction. */
export async function hasPendingTransactions(rpcUrl: string): Promise<boolean> {
  return (await callNode(rpcUrl, { method: 'txpool_status' }, poolStatus)).pending > 0n
}
