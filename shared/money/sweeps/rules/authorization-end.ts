/** Long enough to be mined, and short: anybody who gets hold of an authorization can submit it until then. */
const longestMs = 3_600_000
/** A shorter one would expire before it is mined. */
const shortestMs = 300_000

/**
 * Until when an authorization is valid that is signed now: at most an hour, and never beyond the moment at which
 * another payout wallet takes effect. Null if that is too soon to sign any.
 */
export function authorizationEnd(now: Date, changesAt: Date | null): Date | null {
  const latest = now.getTime() + longestMs
  const end = Math.min(latest, changesAt?.getTime() ?? latest)
  return end - now.getTime() < shortestMs ? null : new Date(end)
}
