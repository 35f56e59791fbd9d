/** Wrong passwords and codes of one account, or from one network. */
export type Guesses = { failures: number; since: Date; lastAt: Date }

const windowMs = 15 * 60_000
const firstPauseMs = 60_000
const longestPauseMs = 15 * 60_000
const forgottenAfterMs = 24 * 3_600_000

/** How many may fail within 15 minutes before the pauses begin. */
export const freeGuesses = { account: 10, address: 50 } as const

/** Until when no further guess is checked; undefined if the next one may be. */
export function pausedUntil(
  { failures, lastAt }: Guesses,
  free: number,
  now: Date,
): Date | undefined {
  if (failures < free) return undefined
  const pauseMs = Math.min(firstPauseMs * 2 ** (failures - free), longestPauseMs)
  const until = new Date(lastAt.getTime() + pauseMs)
  return now < until ? until : undefined
}

/** The guesses including one that is about to be checked. Once pauses have begun, only a day without failures ends them. */
export function withGuess(known: Guesses | undefined, free: number, now: Date): Guesses {
  const fresh = { failures: 1, since: now, lastAt: now }
  if (!known) return fresh
  const { failures, since, lastAt } = known
  const forgotten =
    failures < free
      ? now.getTime() - since.getTime() >= windowMs
      : now.getTime() - lastAt.getTime() >= forgottenAfterMs
  return forgotten ? fresh : { failures: failures + 1, since, lastAt: now }
}

/** When the item about them can be deleted. */
export function guessesForgottenAt({ lastAt }: Guesses): Date {
  return new Date(lastAt.getTime() + forgottenAfterMs)
}
