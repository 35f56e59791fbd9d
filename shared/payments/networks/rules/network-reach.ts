/** Why payments of a chain with open sessions can't be decided. */
export type NetworkReach = {
  chainId: number
  /** Since when no two of its operators agree on a block, and when that was last so. */
  since: Date
  at: Date
  /** The operators that are missing, or all of them if they contradict each other. */
  missing: readonly string[]
}

/** The reconciler checks every minute. */
const overAfterMs = 180_000

/** Whether it is still so, as far as is known. */
export function isStillMissing({ at }: Pick<NetworkReach, 'at'>, now: Date): boolean {
  return now.getTime() - at.getTime() < overAfterMs
}
