const dayMs = 24 * 3_600_000

/** `recover` searches 20,000 empty addresses past the index that its user knows: an earlier mail is still of use by half. */
const mostGrown = 10_000

const mostDays = 30

/** A next derivation index that was mailed, and when. */
export type MailedIndex = { next: number; at: Date }

/** Whether the owner should be mailed the next index again: it has grown by 10,000, or at all within the last 30 days. */
export function isIndexMailDue(
  { next, mailed }: { next: number; mailed: MailedIndex | undefined },
  now: Date,
): boolean {
  const grown = next - (mailed?.next ?? 0)
  if (grown <= 0) return false
  const isOld = !mailed || now.getTime() - mailed.at.getTime() >= mostDays * dayMs
  return isOld || grown >= mostGrown
}
