import type { Client } from 'viem'
import { getBalance, getBlock, getChainId, getCode } from 'viem/actions'
import type { Chain } from './chain.ts'
import { ChainUnavailable, OtherChain } from './chain-unavailable.ts'
import type { ChainClient } from './open-chain.ts'
import { type Check, feedChecks, tokenChecks } from './probe-contracts.ts'
import { type BlockRef, readBlock } from './read-block.ts'
import { readChain } from './read-chain.ts'

/** A difference between the registry and what a node reports. */
export type Mismatch = { subject: string; expected: string; found: string }

export type ProbeOptions = {
  now: Date
  /** How old a payment may be when it is searched for. */
  historySeconds: number
}

const maxHeadAgeSeconds = 120

/**
 * Compares a chain's row in the registry with what each of its nodes reports, one list per node in their order: id, age
 * of the head, Multicall3, tokens, signature domains, feeds, final blocks, and how long old states are kept. A node
 * that doesn't respond is a mismatch, not an error.
 */
export async function probeChain(
  client: ChainClient,
  options: ProbeOptions,
): Promise<Mismatch[][]> {
  return Promise.all(client.nodes.map((node) => probeNode(client.chain, node, options)))
}

async function probeNode(chain: Chain, node: Client, options: ProbeOptions): Promise<Mismatch[]> {
  try {
    // Checked each time: a URL that was right at first may now serve another chain.
    const chainId = await readChain({ chain }, () => getChainId(node))
    if (chainId !== chain.chainId) return [otherNode(chain, `chain ${chainId}`)]
    const head = await readChain({ chain }, () => readBlock(node))
    const checks = [
      headCheck(chain, head, options),
      multicallCheck(chain, node),
      ...tokenChecks(chain, node),
      ...feedChecks(chain, node),
      ...finalityChecks(chain, node),
      ...stateChecks(chain, node, { head, ...options }),
    ]
    const results = await Promise.all(checks.map((check) => mismatchOf(chain, check)))
    return results.flatMap((mismatch) => mismatch ?? [])
  } catch (error) {
    if (error instanceof OtherChain) return [otherNode(chain, `chain ${error.found}`)]
    if (!(error instanceof ChainUnavailable)) throw error
    return [otherNode(chain, reasonOf(error))]
  }
}

function otherNode({ chainId }: Chain, found: string): Mismatch {
  return { subject: 'node', expected: `chain ${chainId}`, found }
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
