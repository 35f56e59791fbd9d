import type { Hex } from 'viem'
import * as z from 'zod'
import { callNode, hex, quantity } from '../call-node.ts'
import { deployer } from '../local-accounts.ts'

const log = z.object({
  address: hex,
  topics: z.array(hex),
  data: hex,
  blockNumber: hex,
  transactionHash: hex,
  transactionIndex: hex,
  blockHash: hex,
  logIndex: hex,
})
const receipt = z.object({
  transactionHash: hex,
  blockHash: hex,
  status: hex,
  gasUsed: quantity,
  logs: z.array(log),
})
const transaction = z.object({ hash: hex, from: hex, to: hex.nullable(), value: quantity })
const block = z.object({ hash: hex, transactions: z.array(transaction) })
const frame = z.object({
  type: z.string(),
  from: hex,
  to: hex.optional(),
  value: quantity.optional(),
  error: z.string().optional(),
  get calls() {
    return z.array(frame).optional()
  },
})

type Frame = z.output<typeof frame>
type Transaction = z.output<typeof transaction>
type TransferLog = z.output<typeof log>

type Movement = { txHash: Hex; from: Hex; to: Hex; amountBase: bigint }

/** A transfer in a block: by a transaction, by a contract inside one, or of an ERC-20 token. */
export type BlockTransfer =
  | (Movement & { category: 'external' })
  | (Movement & { category: 'internal'; traceAddress: string })
  | (Movement & { category: 'token'; log: TransferLog })

/** keccak256("Transfer(address,address,uint256)") */
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** The cost of a transaction that runs no code. */
const plainTransferGas = 21_000n

/** Returns every transfer of more than zero in the block, except in the price feeds' own transactions. */
export async function blockTransfers(rpcUrl: string, blockHash: Hex): Promise<BlockTransfer[]> {
  const found = await callNode(
    rpcUrl,
    { method: 'eth_getBlockByHash', params: [blockHash, true] },
    block.nullable(),
  )
  if (!found || found.transactions.length === 0) return []
  const receipts = await callNode(
    rpcUrl,
    { method: 'eth_getBlockReceipts', params: [blockHash] },
    z.array(receipt),
  )
  const transfers: BlockTransfer[] = []
  for (const { hash, ...sent } of found.transactions) {
    const outcome = receipts.find(({ transactionHash }) => transactionHash === hash)
    const isPayment = outcome?.status === '0x1' && sent.from !== deployer.address.toLowerCase()
    if (!outcome || !isPayment) continue
    transfers.push(...external({ hash, ...sent }), ...tokens(outcome.logs))
    if (outcome.gasUsed > plainTransferGas) transfers.push(...(await internals(rpcUrl, hash)))
  }
  return transfers
}

function external({ hash, from, to, value }: Transaction): BlockTransfer[] {
  if (to === null || value === 0n) return []
  return [{ category: 'external', txHash: hash, from, to, amountBase: value }]
}

function tokens(logs: readonly TransferLog[]): BlockTransfer[] {
  return logs.flatMap((entry) => {
    const [topic, from, to] = entry.topics
    // With a fourth topic, it is an ERC-721 token.
    if (topic !== transferTopic || !from || !to || entry.topics.length !== 3) return []
    const amountBase = entry.data.length === 66 ? BigInt(entry.data) : 0n
    if (amountBase === 0n) return []
    const movement = { txHash: entry.transactionHash, from: addressOf(from), to: addressOf(to) }
    return [{ ...movement, category: 'token' as const, amountBase, log: entry }]
  })
}

const addressOf = (topic: Hex): Hex => `0x${topic.slice(-40)}`

async function internals(rpcUrl: string, txHash: Hex): Promise<BlockTransfer[]> {
  const call = { method: 'debug_traceTransaction', params: [txHash, { tracer: 'callTracer' }] }
  return innerFrames(await callNode(rpcUrl, call, frame), []).flatMap(({ inner, path }) => {
    const movesCoin = ['CALL', 'CREATE', 'CREATE2', 'SELFDESTRUCT'].includes(inner.type)
    if (!movesCoin || !inner.to || !inner.value) return []
    const movement = { txHash, from: inner.from, to: inner.to, amountBase: inner.value }
    return [{ ...movement, category: 'internal' as const, traceAddress: `call_${path.join('_')}` }]
  })
}

/** A failed call is reverted, together with everything that it called. */
function innerFrames(outer: Frame, path: readonly number[]): { inner: Frame; path: number[] }[] {
  return (outer.calls ?? []).flatMap((inner, index) => {
    if (inner.error !== undefined) return []
    const innerPath = [...path, index]
    return [{ inner, path: innerPath }, ...innerFrames(inner, innerPath)]
  })
}
