import { refusalOf } from '../nodes/refusal-of.ts'

export type BlockRange = { fromBlock: bigint; toBlock: bigint }

/**
 * Logs of a range of blocks: in one request, or in halves of halves if that is too much for the node. Undefined if the
 * parts are still too wide after `halvings`, or too old.
 */
export async function logsInHalves<Log>(
  request: (range: BlockRange) => Promise<Log[]>,
  { fromBlock, toBlock }: BlockRange,
  halvings: number,
): Promise<Log[] | undefined> {
  try {
    return await request({ fromBlock, toBlock })
  } catch (error) {
    const kind = refusalOf(error)
    if (kind !== 'narrow' && kind !== 'depth') throw error
    if (kind === 'depth' || halvings === 0 || fromBlock === toBlock) return undefined
  }
  const middle = (fromBlock + toBlock) / 2n
  const older = await logsInHalves(request, { fromBlock, toBlock: middle }, halvings - 1)
  if (!older) return undefined
  const newer = await logsInHalves(request, { fromBlock: middle + 1n, toBlock }, halvings - 1)
  return newer && [...older, ...newer]
}
