/**
 * Wrong codes of an authenticator app after the right password, in a row: from one browser that has signed in before, or
 * from all others together, so that a stranger can't stop the owner.
 */
export type WrongCodes = {
  operatorId: string
  /** Which browser; all that haven't signed in before have `otherBrowsers`. */
  browser: string
  /** The password and the app that they are about: with others, the count starts again. Time never resets it. */
  pair: string
  failures: number
  lastAt: Date
  /** How many the owner was notified about, and when. */
  told: number
  toldAt: Date | null
}

export const otherBrowsers = 'other'

/** After so many in a row, no further code is checked: a million of them are too few to guess for ever. */
export const mostWrongCodes = 20

const waitMs = 5 * 60_000
const tellEveryMs = 3_600_000

export function isStopped(known: WrongCodes | undefined, pair: string): boolean {
  return known?.pair === pair && known.failures >= mostWrongCodes
}

/** The count including a code that is about to be checked. */
export function withCode(
  known: WrongCodes | undefined,
  of: Pick<WrongCodes, 'operatorId' | 'browser' | 'pair'>,
  at: Date,
): WrongCodes {
  if (known?.pair === of.pair) return { ...known, failures: known.failures + 1, lastAt: at }
  return { ...of, failures: 1, lastAt: at, told: 0, toldAt: known?.toldAt ?? null }
}

/** Those of one operator to tell the owner of: no right code followed for 5 minutes, and at most once an hour. */
export function dueToTell(counts: readonly WrongCodes[], now: Date): WrongCodes[] {
  const lastTold = Math.max(0, ...counts.map(({ toldAt }) => toldAt?.getTime() ?? 0))
  if (now.getTime() < lastTold + tellEveryMs) return []
  return counts.filter(
    ({ failures, told, lastAt }) => failures > told && now.getTime() >= lastAt.getTime() + waitMs,
  )
}
