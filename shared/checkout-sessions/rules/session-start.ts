/** Blocks count whole seconds, so a head is up to one second younger than it looks. */
const roundingMs = 1000
const correctedMs = 900_000

type Clocks = { now: Date; headTime: Date; blockTimeMs: number }

/**
 * The block time before which a block is older than a session for certain. A chain's clock may be behind ours, by no
 * more than its head is now, so a payment made right after `createdAt` may be in a block that says it is older. Undefined
 * while the chain's clock has not reached `createdAt`: then nothing on it tells old money from new.
 */
export function sessionStart(
  createdAt: Date,
  { now, headTime, blockTimeMs }: Clocks,
): Date | undefined {
  // Our clock was set back since: the doubt is the customer's gain.
  if (now < createdAt) return new Date(now.getTime() - correctedMs)
  const openedMs = Math.floor(createdAt.getTime() / 1000) * 1000
  if (headTime.getTime() < openedMs) return undefined
  const behindMs = now.getTime() - headTime.getTime()
  // A fresh head shows that both clocks agree. Some chains date a block by the start of its slot, and fill it after.
  const isInStep = behindMs <= blockTimeMs + roundingMs
  return new Date(openedMs - (isInStep ? blockTimeMs / 3 : behindMs))
}
