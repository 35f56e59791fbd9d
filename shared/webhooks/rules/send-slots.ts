import { type RandomBytes, randomFraction } from '../../kernel/ids.ts'

/** Sends that may be in flight to one endpoint at the same time. */
export const sendsInFlight = 5

export const slotNumbers = Array.from({ length: sendsInFlight }, (_, number) => number)

/** The right to one of them. Its holder gives it back; one that died has it until `until`. */
export type SendSlot = {
  /** From 0 to `sendsInFlight` − 1. */
  number: number
  deliveryId: string
  since: Date
  until: Date
}

/** A slot that nobody holds at `now`, or undefined. Drawn, so that those who ask together seldom want the same. */
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
 * Whole seconds after which a message that finds no way in shall ask again, without anything written: 1 to 3, then twice
 * and four times as long. Undefined from its fourth receipt on, because receipts make dead letters and the relay misses
 * a delivery that nobody has noted for a minute.
 */
export function turnedAwaySeconds(
  { receipts }: { receipts: number },
  randomBytes: RandomBytes,
): number | undefined {
  if (receipts > idleReceipts) return undefined
  return Math.round(2 ** (receipts - 1) * (1 + 2 * randomFraction(randomBytes)))
}

const longestSeconds = 60

/**
 * Whole seconds after which to ask again for a slot, where all are taken: one to three times as long as the oldest send
 * has lasted, drawn, so that a crowd does not come back as one. A receiver that answers is asked again soon, one that
 * hangs costs little however many wait for it.
 */
export function queueSeconds(
  held: readonly SendSlot[],
  now: Date,
  randomBytes: RandomBytes,
): number {
  const oldest = Math.min(...held.map(({ since }) => since.getTime()), now.getTime())
  const lasted = Math.max((now.getTime() - oldest) / 1000, 1)
  const seconds = Math.round(lasted * (1 + 2 * randomFraction(randomBytes)))
  return Math.min(seconds, longestSeconds)
}
