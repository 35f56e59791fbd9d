/** `empty`: sweeps wait for coin. `low`: the next ones will. */
export type GasLevel = 'empty' | 'low'

/** On which day each level was last announced. Empty while the gas wallet has enough. */
export type Announced = Partial<Record<GasLevel, string>>

export type GasBalance = {
  /** The gas wallet's coin beyond the maximum cost of its transactions under way. */
  leftBase: bigint
  unpaidBase: bigint
  expectedBase: bigint
}

/** Null if it has enough. */
export function gasLevel({ leftBase, unpaidBase, expectedBase }: GasBalance): GasLevel | null {
  if (unpaidBase > leftBase) return 'empty'
  return unpaidBase + expectedBase > leftBase ? 'low' : null
}

/** Whether a level is announced now, once a day, and the announcements to store. */
export function announcement(
  announced: Announced,
  level: GasLevel | null,
  now: Date,
): { isDue: boolean; announced: Announced } {
  const { empty: _, low: __, ...others } = announced
  if (level === null) return { isDue: false, announced: others }
  const today = now.toISOString().slice(0, 10)
  return { isDue: announced[level] !== today, announced: { ...announced, [level]: today } }
}

/** Cost of the sweeps that could not be paid at that time. */
export type Unpaid = { base: bigint; at: Date }

/** Sweeps that wait for coin are tried again after six hours at most, or half an hour later if nodes fail. */
const triedAgainMs = 6.5 * 3_600_000

/** The unpaid cost that this run found, or an earlier run, since most runs don't try all waiting sweeps again. */
export function unpaidNow(before: Unpaid | null, foundBase: bigint, now: Date): Unpaid | null {
  if (foundBase > 0n) return { base: foundBase, at: now }
  const isRecent = before !== null && now.getTime() - before.at.getTime() < triedAgainMs
  return isRecent ? before : null
}
