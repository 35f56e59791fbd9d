import type { PegReadings } from './peg-readings.ts'
import { pegState } from './peg-state.ts'
import type { PriceVoters } from './price-voters.ts'
import type { AgreedPrice } from './store/prices.ts'
import { usdPair } from './usd-pair.ts'

type Reading = { consistent: boolean }

/** One kind of value in the table, with a cache of the latest readings. */
type Stored<Figure> = {
  load: (pairs: readonly string[], reading: Reading) => Promise<readonly Figure[]>
  /** Latest by pair, kept as long as the process lives. */
  memory: Map<string, Figure>
}

export type PriceDeps = PriceVoters & {
  /** Symbols of the USD stablecoins on the enabled chains. */
  stablecoins: readonly string[]
  prices: Stored<AgreedPrice>
  pegs: Stored<PegReadings>
  /**
   * Has the sources read for these pairs and for all stablecoins, and the results stored. Returns the reasons why
   * something isn't newer now.
   */
  refresh: (pairs: readonly string[]) => Promise<readonly unknown[]>
  now: () => Date
}

/** The age at which stored prices are read again. */
export const freshSeconds = 60

/** Sources that don't agree, or say nothing of a peg, are read again after that, not for every order in between. */
export const disputedSeconds = 5

export type CurrentPrices = {
  /** The latest agreed prices by pair, of any age. */
  prices: ReadonlyMap<string, AgreedPrice>
  /** The latest readings of each stablecoin by pair, of any age. */
  pegs: ReadonlyMap<string, PegReadings>
  /** The errors, if nothing newer could be read. */
  failures: readonly unknown[]
}

/**
 * The latest agreed price of each pair, and the readings of the stablecoins: from memory or the table if at most 60 s
 * old (5 s if they say nothing of the peg), otherwise after the sources were read, or the last known values. The caller
 * checks their age. Stablecoins that aren't needed are only read along with prices.
 */
export async function currentPrices(
  deps: PriceDeps,
  pairs: readonly string[],
  { needsPegs }: { needsPegs: boolean },
): Promise<CurrentPrices> {
  const pegPairs = deps.stablecoins.map(usdPair)
  const asked = pairs.filter((pair) => !pegPairs.includes(pair))
  const readStored = (reading: Reading) =>
    Promise.all([
      stillStale(deps.prices, asked, { isStale: isStalePrice(deps), reading }),
      stillStale(deps.pegs, pegPairs, { isStale: isStalePeg(deps), reading }),
    ])
  const [stalePrices, stalePegs] = await readStored({ consistent: false })
  const isNeeded = stalePrices.length > 0 || (needsPegs && stalePegs.length > 0)
  const failures = isNeeded ? await deps.refresh(stalePrices) : []
  if (isNeeded) await readStored({ consistent: true })
  return {
    prices: known(deps.prices.memory, asked),
    pegs: known(deps.pegs.memory, pegPairs),
    failures,
  }
}

/** Infinite if there is no time. */
export function ageSeconds(at: Date | undefined, now: Date): number {
  return at ? (now.getTime() - at.getTime()) / 1000 : Number.POSITIVE_INFINITY
}

function isStalePrice({ now }: Pick<PriceDeps, 'now'>) {
  return (price: AgreedPrice | undefined) => ageSeconds(price?.agreedAt, now()) > freshSeconds
}

function isStalePeg({ now }: Pick<PriceDeps, 'now'>) {
  return (peg: PegReadings | undefined) => !peg || !isCurrentPeg(peg, now())
}

/** Whether the sources needn't be read again. */
export function isCurrentPeg({ readings, readAt }: PegReadings, now: Date): boolean {
  const seconds = pegState(readings, now) === 'unknown' ? disputedSeconds : freshSeconds
  return ageSeconds(readAt, now) <= seconds
}

type Reread<Figure> = { isStale: (figure: Figure | undefined) => boolean; reading: Reading }

/** Reads stale pairs from the table. Returns those still stale. */
async function stillStale<Figure extends { pair: string }>(
  { memory, load }: Stored<Figure>,
  pairs: readonly string[],
  { isStale, reading }: Reread<Figure>,
): Promise<string[]> {
  const isStalePair = (pair: string) => isStale(memory.get(pair))
  for (const figure of await load(pairs.filter(isStalePair), reading)) {
    if (isStalePair(figure.pair)) memory.set(figure.pair, figure)
  }
  return pairs.filter(isStalePair)
}

function known<Figure>(
  memory: ReadonlyMap<string, Figure>,
  pairs: readonly string[],
): ReadonlyMap<string, Figure> {
  return new Map(
    pairs.flatMap((pair) => {
      const figure = memory.get(pair)
      return figure ? [[pair, figure] as const] : []
    }),
  )
}
