import { setTimeout } from 'node:timers/promises'
import { ChainUnavailable } from '../chain-unavailable.ts'
import { isQuotaUsedUp, refusalOf } from './refusal-of.ts'

export type Request = (call: { method: string; params?: unknown }) => Promise<unknown>

export type NodePatience = {
  now: () => Date
  /** Between 0 and 1. */
  random: () => number
  wait: (milliseconds: number) => Promise<unknown>
  /** Called once when the node's quota of the day is used up. */
  onQuotaUsedUp: () => void
}

export const ordinaryPatience: NodePatience = {
  now: () => new Date(),
  random: Math.random,
  wait: (milliseconds) => setTimeout(milliseconds),
  onQuotaUsedUp: () => undefined,
}

const retries = 2
const firstWaitMs = 250

/**
 * Requests of a node that limits them: too many at once are repeated after a short wait, each at a different time. A node
 * whose quota is used up isn't called again before 00:00 UTC, when the quotas of a day begin again.
 */
export function patientRequest(
  chainId: number,
  request: Request,
  { now, random, wait, onQuotaUsedUp }: NodePatience,
): Request {
  let offUntil = 0
  const once: Request = async (call) => {
    if (now().getTime() < offUntil) {
      throw new ChainUnavailable(chainId, 'the quota of its node is used up until 00:00 UTC')
    }
    try {
      return await request(call)
    } catch (error) {
      if (isQuotaUsedUp(error)) {
        offUntil = nextMidnight(now())
        onQuotaUsedUp()
      }
      throw error
    }
  }
  return async (call) => {
    for (let attempt = 0; attempt < retries; attempt++) {
      try {
        return await once(call)
      } catch (error) {
        if (refusalOf(error) !== 'rate') throw error
      }
      await wait(firstWaitMs * 2 ** attempt * (0.5 + random()))
    }
    return once(call)
  }
}

function nextMidnight(now: Date): number {
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1)
}
