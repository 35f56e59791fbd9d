import { getLogs } from 'viem/actions'
import type { HexAddress } from '../chain.ts'
import { ChainUnavailable } from '../chain-unavailable.ts'
import type { ChainClient } from '../open-chain.ts'
import { readChain } from '../read-chain.ts'
import { type BlockRange, logsInHalves } from './logs-in-halves.ts'
import { transferEvent } from './transfer-logs.ts'

/** Nodes that return fewer blocks at a time are not asked for hours of logs. */
const maxHalvings = 10

/** Transfers from or to any of these addresses. */
type Parties = { from: HexAddress[] } | { to: HexAddress[] }

/**
 * The logs of such transfers of the chain's listed tokens, from the first node that responds: for finding them, not for
 * deciding about payments. Throws `ChainUnavailable`.
 */
export async function listedTokenLogs(
  { chain, node }: ChainClient,
  args: Parties,
  range: BlockRange,
) {
  const address = chain.tokens.map((token) => token.address)
  if (address.length === 0 || Object.values(args).flat().length === 0) return []
  const request = (part: BlockRange) =>
    getLogs(node, { address, event: transferEvent, args, ...part, strict: true })
  const logs = await readChain({ chain }, () => logsInHalves(request, range, maxHalvings))
  if (logs) return logs
  throw new ChainUnavailable(chain.chainId, 'its node returns no logs of that many blocks')
}
