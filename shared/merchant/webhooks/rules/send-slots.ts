import { type RandomBytes, randomFraction } from '../../../kernel/ids.ts'
import { usualNumbers } from '../../../records/settings/rules/setting-ranges.ts'

/** The most concurrent sends to one endpoint, unless the settings of its mode say otherwise. */
export const sendsInFlight = usualNumbers.webhookSendsInFlight

/** How many of an endpoint's slots a delivery reads, so that a read costs the same however many there are. */
const slotsRead = 5

/** Random slots of `count`, each once, of which a delivery may take one: all of them, if there are few. */
export function slotsToTry(count: number, randomBytes: RandomBytes): number[] {
  const numbers = Array.from({ length: count }, (_, number) => number)
  const chosen: number[] = []
  while (chosen.length < slotsRead && numbers.length > 0) {
    const at = Math.floor(randomFraction(randomBytes) * numbers.length)
    chosen.push(...numbers.splice(at, 1))
  }
  return chosen
}

/** The right to one of them. Its holder releases it; if the holder died, it expires at `until`. */
export type SendSlot = {
  /** From 0 on. */
  number: number
  deliveryId: string
  since: Date
  until: Date
}

/** The first free slot at `now` of those to try, or undefined. */
export function freeSlot(
  held: readonly SendSlot[],
  now: Date,
  toTry: readonly number[],
): number | undefined {
  const taken = new Set(held.filter(({ until }) => until > now).map(({ number }) => number))
  return toTry.find((number) => !taken.has(number))
}

const idleReceipts = 3

/**
 * Whole seconds until a message that could not enter the turnstile is received again, without writing anything: 1 to 3,
 * then twice and four times as long. Undefined from the fourth receipt on, because after a minute without a write the relay
 * would queue the delivery again.
 */
export function turnstileRetrySeconds(
  { receipts }: { receipts: number },
  randomBytes: RandomBytes,
): number | undefined {
  if (receipts > idleReceipts) return undefined
  return Math.round(2 ** (receipts - 1) * (1 + 2 * randomFraction(randomBytes)))
}

/**
 * How often a message is received before the relay replaces it: a delivery's attempts and hops take seven receipts, and
 * twenty make a dead letter.
 */
export const receiptsOfWaiting = 11

const longestOfSend = 60
const longestSeconds = 900
/** Up to here, a wait only depends on the sends under way. */
const steadyReceipts = 6

/**
 * Whole seconds until the next attempt to get a slot if all are taken: one to three times the duration of the oldest
 * send, at random, so that waiting deliveries don't all return together. So a receiver that responds gets the next one
 * soon, and one that hangs costs little. From the seventh receipt on, each wait doubles, to 15 minutes at the most, so
 * that a backlog costs little, too.
 */
export function slotRetrySeconds(
  { held, receipts, now }: { held: readonly SendSlot[]; receipts: number; now: Date },
  randomBytes: RandomBytes,
): number {
  const oldest = Math.min(...held.map(({ since }) => since.getTime()), now.getTime())
  const lasted = Math.max((now.getTime() - oldest) / 1000, 1)
  const seconds = Math.min(lasted * (1 + 2 * randomFraction(randomBytes)), longestOfSend)
  const doubled = Math.min(Math.max(receipts - steadyReceipts, 0), 10)
  return Math.min(Math.round(seconds * 2 ** doubled), longestSeconds)
}
