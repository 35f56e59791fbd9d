/** `empty`: sweeps wait for coin. `low`: the next ones will. */
export type GasLevel = 'empty' | 'low'

/** On which day each level was last announced. Empty while the gas wallet has enough. */
export type Announced = Partial<Record<GasLevel, string>>

export type GasBalance = {
  /** What the gas wallet has beyond what its transactions under way may cost. */
  leftBase: bigint
  /** What sweeps cost that can't be paid now. */
  unpaidBase: bigint
  /** What the sweeps cost that are expected next. */
  expectedBase: bigint
}

/** Null if it has enough. */
export function gasLevel({ leftBase, unpaidBase, expectedBase }: GasBalance): GasLevel | null {
  if (unpaidBase > leftBase) return 'empty'
  return unpaidBase + expectedBase > leftBase ? 'low' : null
}

/** Whether a level is announced now, once a day, and what is stored of it. */
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

/** What sweeps cost that could not be paid then. */
export type Unpaid = { base: bigint; at: Date }

/** What waits for coin is tried again at the latest after six hours, and half an hour later if nodes fail. */
const triedAgainMs = 6.5 * 3_600_000

/** What waits for coin: as this run found, or an earlier one, since most runs don't try all of it again. */
export function unpaidNow(before: Unpaid | null, foundBase: bigint, now: Date): Unpaid | null {
  if (foundBase > 0n) return { base: foundBase, at: now }
  const isRecent = before !== null && now.getTime() - before.at.getTime() < triedAgainMs
  return isRecent ? before : null
}
