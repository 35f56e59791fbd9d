import type { Client } from 'viem'
import { getBalance, getBlock, getChainId, getCode, getTransactionReceipt } from 'viem/actions'
import { type BlockRef, readBlock } from '../blocks/read-block.ts'
import type { Chain } from '../chain.ts'
import { ChainUnavailable, OtherChain } from '../chain-unavailable.ts'
import type { ChainClient } from '../open-chain.ts'
import { readChain } from '../read-chain.ts'
import { type Measured, measureNode } from './measure-node.ts'
import { type Check, feedChecks, tokenChecks } from './probe-contracts.ts'

/** A difference between the registry and a node's response. */
type Mismatch = { subject: string; expected: string; found: string }

export type ProbeOptions = {
  now: Date
  /** The maximum age of a payment that is searched for. */
  historySeconds: number
}

/** Mismatches with the registry, and the node's capabilities if it responds. */
export type NodeProbe = {
  mismatches: Mismatch[]
  measured: Measured | null
  isOtherChain: boolean
}

const maxHeadAgeSeconds = 120

/**
 * Compares a chain's row in the registry with what one of its nodes reports: id, age of the head, agreement with the block
 * hashes of the other nodes, receipts, Multicall3, tokens, signature domains, feeds, final blocks, and how long old states
 * are kept. A node that doesn't respond is a mismatch, not an error.
 */
export async function probeNode(
  { chain, nodes }: ChainClient,
  node: Client,
  options: ProbeOptions,
): Promise<NodeProbe> {
  try {
    // Checked each time: a URL that was right at first may now serve another chain.
    const chainId = await readChain({ chain }, () => getChainId(node))
    if (chainId !== chain.chainId) return onOtherChain(chain, chainId)
    const head = await readChain({ chain }, () => readBlock(node))
    const checks = [
      headCheck(chain, head, options),
      agreementCheck(chain, head, { node, others: nodes.filter((other) => other !== node) }),
      receiptCheck(chain, node, head),
      multicallCheck(chain, node),
      ...tokenChecks(chain, node),
      ...feedChecks(chain, node),
      ...finalityChecks(chain, node),
      ...stateChecks(chain, node, { head, ...options }),
    ]
    const [measured, ...results] = await Promise.all([
      measureNode({ chain, node, head }),
      ...checks.map((check) => mismatchOf(chain, check)),
    ])
    const mismatches = results.flatMap((mismatch) => mismatch ?? [])
    return { mismatches, measured, isOtherChain: false }
  } catch (error) {
    if (error instanceof OtherChain) return onOtherChain(chain, error.found)
    if (!(error instanceof ChainUnavailable)) throw error
    return notUsable(chain, reasonOf(error))
  }
}

function notUsable({ chainId }: Chain, found: string): NodeProbe {
  const mismatch = { subject: 'node', expected: `chain ${chainId}`, found }
  return { mismatches: [mismatch], measured: null, isOtherChain: false }
}

function onOtherChain(chain: Chain, found: number): NodeProbe {
  return { ...notUsable(chain, `chain ${found}`), isOtherChain: true }
}

/** Deep enough that nodes may be some blocks apart. */
function settledBlock({ confirmations }: Chain, { number }: BlockRef): bigint {
  const depth = BigInt(confirmations + 3)
  return number > depth ? number - depth : 0n
}

/** Nobody can agree with a node that is on a fork, or that makes blocks of its own. */
function agreementCheck(
  chain: Chain,
  head: BlockRef,
  { node, others }: { node: Client; others: readonly Client[] },
): Check {
  const blockNumber = settledBlock(chain, head)
  return {
    subject: 'block hash',
    expected: `that of the other nodes at block ${blockNumber}`,
    find: async () => {
      if (others.length === 0) return undefined
      const own = await readBlock(node, blockNumber)
      const given = await Promise.allSettled(others.map((other) => readBlock(other, blockNumber)))
      const other = given.find((g) => g.status === 'fulfilled' && g.value.hash !== own.hash)
      return other && own.hash
    },
  }
}

/** Some nodes refuse receipts while everything else works. Requests nothing while the block has no transaction. */
function receiptCheck(chain: Chain, node: Client, head: BlockRef): Check {
  return {
    subject: 'receipts',
    expected: 'of recent transactions',
    find: async () => {
      const { transactions } = await getBlock(node, { blockNumber: settledBlock(chain, head) })
      const [hash] = transactions
      if (hash) await getTransactionReceipt(node, { hash })
      return undefined
    },
  }
}

async function mismatchOf(chain: Chain, check: Check): Promise<Mismatch | undefined> {
  const { subject, expected, find } = check
  try {
    const found = await readChain({ chain }, find)
    return found === undefined ? undefined : { subject, expected, found }
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error
    return { subject, expected, found: reasonOf(error) }
  }
}

function reasonOf({ cause, message }: ChainUnavailable): string {
  const reason = cause instanceof Error ? cause.message : message
  return reason.replaceAll(/\s+/g, ' ')
}

/** Local chains make no blocks while nobody uses them. */
function headCheck({ network }: Chain, head: BlockRef, { now }: ProbeOptions): Check {
  const ageSeconds = (now.getTime() - head.timestamp.getTime()) / 1000
  const isOld = network !== 'local' && ageSeconds > maxHeadAgeSeconds
  return {
    subject: 'newest block',
    expected: `at most ${maxHeadAgeSeconds} s old`,
    find: async () => (isOld ? `of ${head.timestamp.toISOString()}` : undefined),
  }
}

function multicallCheck({ multicall3 }: Chain, node: Client): Check {
  return {
    subject: 'Multicall3',
    expected: `code at ${multicall3}`,
    find: async () => ((await getCode(node, { address: multicall3 })) ? undefined : 'no code'),
  }
}

function finalityChecks({ confirmedBy, confirmations }: Chain, node: Client): Check[] {
  if (confirmedBy !== 'finalized-tag') return []
  return [
    {
      subject: 'final blocks',
      expected: `tagged as finalized; otherwise ${confirmations} confirmations are counted`,
      find: async () => {
        await getBlock(node, { blockTag: 'finalized' })
        return undefined
      },
    },
  ]
}

/**
 * Without old states, native payments are still found, but not always with their transaction. Local nodes keep only a
 * few to stay small, and can't be replaced by other nodes.
 */
function stateChecks(
  { network, blockTimeMs, multicall3 }: Chain,
  node: Client,
  { head, historySeconds }: ProbeOptions & { head: BlockRef },
): Check[] {
  if (network === 'local') return []
  const target = BigInt(Math.ceil((historySeconds * 1000) / blockTimeMs))
  const blocks = target < head.number ? target : head.number
  return [
    {
      subject: 'old states',
      expected: `kept for ${blocks} blocks (${historySeconds} s)`,
      find: async () => {
        const blockNumber = head.number - blocks
        await getBalance(node, { address: multicall3, blockNumber })
        return undefined
      },
    },
  ]
}
