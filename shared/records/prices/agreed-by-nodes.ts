import { parseDecimal } from '../../kernel/money.ts'
import { agrees } from './median-price.ts'

export type FeedReading = { pair: string; price: string; updatedAt: Date; maxAgeSeconds: number }

/**
 * The readings that two nodes agree on, within the price tolerance, since one may be a round ahead; of the two, the
 * older one. A single configured node is trusted alone. Throws a node's error if too few are left to agree.
 */
export async function agreedByNodes(
  responses: readonly Promise<readonly FeedReading[]>[],
): Promise<FeedReading[]> {
  const settled = await Promise.allSettled(responses)
  const perNode = settled.flatMap((r) => (r.status === 'fulfilled' ? [r.value] : []))
  const needed = Math.min(2, responses.length)
  const failed = settled.find((r) => r.status === 'rejected')
  if (perNode.length < needed && failed) throw failed.reason
  if (needed === 1) return perNode.flat()
  const pairs = new Set(perNode.flat().map(({ pair }) => pair))
  return [...pairs].flatMap((pair) => {
    const ofPair = perNode.flatMap((readings) => readings.find((r) => r.pair === pair) ?? [])
    return agreedByTwo(ofPair) ?? []
  })
}

function agreedByTwo(readings: readonly FeedReading[]): FeedReading | undefined {
  const agreeing = readings.find((one) => readings.some((two) => one !== two && isClose(one, two)))
  const other = readings.find((two) => agreeing && two !== agreeing && isClose(agreeing, two))
  if (!agreeing || !other) return undefined
  return agreeing.updatedAt <= other.updatedAt ? agreeing : other
}

function isClose(one: FeedReading, two: FeedReading): boolean {
  const [a, b] = [parseDecimal(one.price, 60), parseDecimal(two.price, 60)]
  return a !== undefined && b !== undefined && agrees(a, b)
}
