const minuteMs = 60_000
const longestMs = 120 * minuteMs

/**
 * When a sweep that has ended is compared with the chain again: at double its age, until it is two hours old. Reorgs
 * deeper than a chain's confirmations happen within minutes, if ever.
 */
export function nextRecheck(finalAt: Date, now: Date): Date | null {
  const ageMs = now.getTime() - finalAt.getTime()
  return ageMs >= longestMs ? null : new Date(now.getTime() + Math.max(ageMs, minuteMs))
}
