import type { Reading } from '../../../chain/balances/read-received.ts'
import type { Terms } from '../../checkout-sessions/rules/checkout-session.ts'
import { assetKey, isSameAsset } from '../../checkout-sessions/rules/session-terms.ts'
import type { OpenSession } from '../../checkout-sessions/store/open-sessions.ts'
import type { RecentReadings } from './scan-session.ts'

/** A round's findings about an open session, for each asset of its current and earlier terms. */
export type OpenCheck = {
  session: OpenSession
  assets: ReadonlyMap<string, Terms>
  readings: Map<string, Reading>
  hasChanged: boolean
  /** Whether the address holds the full amount under any of the terms. */
  isMet: boolean
  /** Whether a scan is already planned. */
  isPlanned: boolean
}

export function newCheck(session: OpenSession): OpenCheck {
  // The session's current terms come last, so that they win for their asset.
  const candidates: Terms[] = [...session.otherTerms.toReversed(), session]
  const assets = new Map(candidates.map((terms): [string, Terms] => [assetKey(terms), terms]))
  const found = { hasChanged: false, isMet: false, isPlanned: false }
  return { session, assets, readings: new Map(), ...found }
}

export type Holding = { check: OpenCheck; key: string; terms: Terms }

export function holdingsOf(check: OpenCheck): Holding[] {
  return [...check.assets].map(([key, terms]) => ({ check, key, terms }))
}

/** Records the balance of one asset; does nothing if it could not be read. */
export function noteReading({ check, key, terms }: Holding, reading: Reading | undefined): void {
  if (!reading) return
  check.readings.set(key, reading)
  check.hasChanged ||= hasChanged(check.session, terms, reading)
  check.isMet ||= reading.headBase >= terms.lock.amountBase
}

function hasChanged({ lock, received }: OpenSession, terms: Terms, reading: Reading): boolean {
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
  if (check.hasChanged) return true
  if (check.session.dueSk > now) return false
  return check.session.status === 'pending' ? isComplete(check) : check.readings.size > 0
}

/** The round's readings, if a scan needs nothing else, so that unpaid sessions need no further requests. */
export function recentOf(check: OpenCheck): RecentReadings | undefined {
  const { session, readings } = check
  const isEmpty = [...readings.values()].every(({ headBase }) => headBase === 0n)
  return isComplete(check) && isEmpty && !session.firstSeenAt
    ? { version: session.version, readings }
    : undefined
}

/** The order of scans: full payments and scans without requests, then the rest, then those that failed before. */
export type Rank = 0 | 1 | 2

export function rankOf(check: OpenCheck): Rank {
  if (check.session.scanFailedAt) return 2
  return check.isMet || recentOf(check) ? 0 : 1
}
