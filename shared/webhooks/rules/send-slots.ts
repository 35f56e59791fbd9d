import { type RandomBytes, randomFraction } from '../../kernel/ids.ts'

/** The most concurrent sends to one endpoint. */
export const sendsInFlight = 5

export const slotNumbers = Array.from({ length: sendsInFlight }, (_, number) => number)

/** The right to one of them. Its holder releases it; if the holder died, it expires at `until`. */
export type SendSlot = {
  /** From 0 to `sendsInFlight` − 1. */
  number: number
  deliveryId: string
  since: Date
  until: Date
}

/** A random free slot at `now`, or undefined. Random, so that concurrent workers seldom choose the same. */
export function freeSlot(
  held: readonly SendSlot[],
  now: Date,
  randomBytes: RandomBytes,
): number | undefined {
  const taken = new Set(held.filter(({ until }) => until > now).map(({ number }) => number))
  const free = slotNumbers.filter((number) => !taken.has(number))
  return free[Math.floor(randomFraction(randomBytes) * free.length)]
}

const idleReceipts = 3

/**
 * Whole seconds until a message that could not enter the turnstile is received again, without writing anything: 1 to 3,
 * then twice and four times as long. Undefined from the fourth receipt on, because too many receipts make a dead
 * letter, and after a minute without a write the relay would queue the delivery again.
 */
export function turnstileRetrySeconds(
  { receipts }: { receipts: number },
  randomBytes: RandomBytes,
): number | undefined {
  if (receipts > idleReceipts) return undefined
  return Math.round(2 ** (receipts - 1) * (1 + 2 * randomFraction(randomBytes)))
}

const longestSeconds = 60

/**
 * Whole seconds until the next attempt to get a slot if all are taken: one to three times the duration of the oldest
 * send, at random, so that waiting deliveries don't all return together. So a receiver that responds gets the next one
 * soon, and one that hangs costs little, however many are waiting.
 */
export function slotRetrySeconds(
  held: readonly SendSlot[],
  now: Date,
  randomBytes: RandomBytes,
): number {
  const oldest = Math.min(...held.map(({ since }) => since.getTime()), now.getTime())
  const lasted = Math.max((now.getTime() - oldest) / 1000, 1)
  const seconds = Math.round(lasted * (1 + 2 * randomFraction(randomBytes)))
  return Math.min(seconds, longestSeconds)
}
