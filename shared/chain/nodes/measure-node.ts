import { type Client, getAddress, numberToHex } from 'viem'
import { getBalance } from 'viem/actions'
import type { BlockRef } from '../blocks/read-block.ts'
import type { Chain } from '../chain.ts'
import { refusalOf } from './refusal-of.ts'

export type Measured = {
  logRange: number
  logRangeDayBack: number
  archiveSeconds: number
  traces: boolean
}

const daySeconds = 86_400
/** Blocks of one `eth_getLogs`, the widest first: the narrowest that a provider offers is five. */
const logRanges = [10_000, 2_000, 500, 10, 5] as const
const archiveAges = [daySeconds, 3_600, 1_200] as const

type At = { chain: Chain; node: Client; head: BlockRef }

/** Measures a node's capabilities, because providers' own statements change within weeks. Never throws. */
export async function measureNode(at: At): Promise<Measured> {
  const dayBack = blockBefore(at, daySeconds)
  const [logRange, logRangeDayBack, archiveSeconds, traces] = await Promise.all([
    widestRange(at, at.head.number),
    dayBack === undefined ? undefined : widestRange(at, dayBack),
    oldestState(at),
    hasTraces(at),
  ])
  return { logRange, logRangeDayBack: logRangeDayBack ?? logRange, archiveSeconds, traces }
}

/** The number of the block that was the head this many seconds before; undefined if the chain is younger than that. */
function blockBefore({ chain, head }: At, seconds: number): bigint | undefined {
  const blocks = BigInt(Math.ceil((seconds * 1000) / chain.blockTimeMs))
  return blocks > head.number ? undefined : head.number - blocks
}

/** 0 if the node returns no logs at all. */
async function widestRange({ chain, node }: At, last: bigint): Promise<number> {
  for (const range of logRanges) {
    const first = last - BigInt(range) + 1n
    const filter = {
      // It emits none, so only the range can be too much.
      address: getAddress(chain.multicall3),
      fromBlock: numberToHex(first < 0n ? 0n : first),
      toBlock: numberToHex(last),
    }
    try {
      await node.request({ method: 'eth_getLogs', params: [filter] })
      return range
    } catch (error) {
      const kind = refusalOf(error)
      if (kind !== 'narrow' && kind !== 'depth') return 0
    }
  }
  return 0
}

/** 0 if no state is kept that long, or if the chain is younger: its first states would count as old ones. */
async function oldestState(at: At): Promise<number> {
  const address = getAddress(at.chain.multicall3)
  for (const seconds of archiveAges) {
    const blockNumber = blockBefore(at, seconds)
    if (blockNumber === undefined) continue
    const isKept = await getBalance(at.node, { address, blockNumber }).then(
      () => true,
      () => false,
    )
    if (isKept) return seconds
  }
  return 0
}

function hasTraces({ node, head }: At): Promise<boolean> {
  return node
    .request<{ Parameters: [string, { tracer: string }]; ReturnType: unknown }>({
      method: 'debug_traceBlockByHash',
      params: [head.hash, { tracer: 'callTracer' }],
    })
    .then(Array.isArray, () => false)
}
