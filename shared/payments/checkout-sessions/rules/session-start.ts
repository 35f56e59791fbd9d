/** Block timestamps are whole seconds, so a head may be up to one second newer than its timestamp. */
const roundingMs = 1000
const correctedMs = 900_000

type Clocks = { now: Date; headTime: Date; blockTimeMs: number }

/**
 * The block time before which a block is certainly older than a session. A chain's clock may be behind ours, by no more
 * than its head is now, so a payment made right after `createdAt` may be in a block with an earlier timestamp.
 * Undefined while the chain's clock has not reached `createdAt`: until then, old and new money can't be distinguished.
 */
export function sessionStart(
  createdAt: Date,
  { now, headTime, blockTimeMs }: Clocks,
): Date | undefined {
  // Our clock was set back since. In doubt, the money counts for the customer.
  if (now < createdAt) return new Date(now.getTime() - correctedMs)
  const openedMs = Math.floor(createdAt.getTime() / 1000) * 1000
  if (headTime.getTime() < openedMs) return undefined
  const behindMs = now.getTime() - headTime.getTime()
  // A recent head shows that both clocks agree. Some chains date a block by the start of its slot, and fill it
  // afterwards.
  const isInStep = behindMs <= blockTimeMs + roundingMs
  return new Date(openedMs - (isInStep ? blockTimeMs / 3 : behindMs))
}
