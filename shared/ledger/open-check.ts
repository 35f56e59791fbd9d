import type { Reading } from '../chain/read-received.ts'
import type { Terms } from '../checkout-sessions/rules/checkout-session.ts'
import { assetKey, isSameAsset } from '../checkout-sessions/rules/session-terms.ts'
import type { OpenSession } from '../checkout-sessions/store/open-sessions.ts'
import type { RecentReadings } from './scan-session.ts'

/** What a round finds out about an open session: all that it asks for, or has asked for, once for each asset. */
export type OpenCheck = {
  session: OpenSession
  assets: ReadonlyMap<string, Terms>
  readings: Map<string, Reading>
  hasMoved: boolean
  /** Whether the address holds as much as the session asks for. */
  isMet: boolean
  /** Whether its scan is arranged for. */
  isTaken: boolean
}

export function newCheck(session: OpenSession): OpenCheck {
  // The session's own terms come last, so that they stand for their asset.
  const candidates: Terms[] = [...session.otherTerms.toReversed(), session]
  const assets = new Map(candidates.map((terms): [string, Terms] => [assetKey(terms), terms]))
  const found = { hasMoved: false, isMet: false, isTaken: false }
  return { session, assets, readings: new Map(), ...found }
}

/** One of the assets of a check. */
export type Holding = { check: OpenCheck; key: string; terms: Terms }

export function holdingsOf(check: OpenCheck): Holding[] {
  return [...check.assets].map(([key, terms]) => ({ check, key, terms }))
}

/** Takes down what the address holds of one asset; nothing if that could not be read. */
export function noteReading({ check, key, terms }: Holding, reading: Reading | undefined): void {
  if (!reading) return
  check.readings.set(key, reading)
  check.hasMoved ||= hasMoved(check.session, terms, reading)
  check.isMet ||= reading.headBase >= terms.lock.amountBase
}

function hasMoved({ lock, received }: OpenSession, terms: Terms, reading: Reading): boolean {
  const { headBase, confirmedBase } = reading
  if (!isSameAsset(terms.lock, lock)) return headBase > 0n
  return headBase !== received.seenBase || confirmedBase !== received.confirmedBase
}

/** Whether all of its chains have responded. */
export function isComplete({ assets, readings }: OpenCheck): boolean {
  return readings.size === assets.size
}

/** A pending session can't be decided before all of its chains have responded; any other needs only its own chain. */
export function isStale(check: OpenCheck, now: Date): boolean {
  if (check.hasMoved) return true
  if (check.session.dueSk > now) return false
  return check.session.status === 'pending' ? isComplete(check) : check.readings.size > 0
}

/** What the round has read, if that is all there is to know: sessions that nobody pays cost no request of their own. */
export function recentOf(check: OpenCheck): RecentReadings | undefined {
  const { session, readings } = check
  const isEmpty = [...readings.values()].every(({ headBase }) => headBase === 0n)
  return isComplete(check) && isEmpty && !session.firstSeenAt
    ? { version: session.version, readings }
    : undefined
}

/** The order of scans: payments in full and what costs no request, then the rest, then what failed before. */
export type Rank = 0 | 1 | 2

export function rankOf(check: OpenCheck): Rank {
  if (check.session.scanFailedAt) return 2
  return check.isMet || recentOf(check) ? 0 : 1
}
