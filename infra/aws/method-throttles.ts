import type { FunctionRow } from '../function-row.ts'

export type Throttle = { ratePerSecond: number; burst: number }

type Invoked = { functionName: string; row: Pick<FunctionRow, 'touches'> }

/** Requested far more often than the others of their API. */
const busy: Readonly<Record<string, number>> = {
  'create-checkout-session': 16,
  'get-checkout-session': 16,
  'create-quote': 4,
  'show-session': 24,
  'stream-session': 8,
  'show-link': 8,
  'open-link': 8,
}

/** Several customers call a busy method at the same moment. */
const leastBursts = { busy: 5, other: 2 }
/** The share of a second's requests that may arrive at once. */
const burstShare = 1 / 8

/**
 * Divides what an API accepts among the functions of its methods: API Gateway applies a stage's limit to each method
 * separately, so a limit of the stage alone would let all of them together pass many times as much. What only reads gets
 * twice as much as what changes something. With `leastRate`, no method gets less, and the sum may be more.
 *
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-request-throttling.html
 */
export function methodThrottles(
  requestsPerSecond: number,
  invoked: readonly Invoked[],
  leastRate = 0,
): ReadonlyMap<string, Throttle> {
  const all = invoked.reduce((sum, each) => sum + weightOf(each), 0)
  return new Map(
    invoked.map((each) => {
      const share = (requestsPerSecond * weightOf(each)) / all
      const ratePerSecond = Math.max(Math.floor(share * 100) / 100, leastRate)
      const least = each.functionName in busy ? leastBursts.busy : leastBursts.other
      const burst = Math.max(Math.floor(ratePerSecond * burstShare), least)
      return [each.functionName, { ratePerSecond, burst }]
    }),
  )
}

function weightOf({ functionName, row }: Invoked): number {
  return busy[functionName] ?? (row.touches.table === 'write' ? 1 : 2)
}
