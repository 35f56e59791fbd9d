import { isDeepStrictEqual } from 'node:util'
import { isMap, isSealed, mark, stepOf, unmarked } from './typed-paths.ts'

/** Maps whose names are data, such as chains and currencies: a newer version can't add a name that nobody knows. */
const records: Readonly<Record<string, readonly string[]>> = {
  closedAddress: ['held', 'held.*', 'failing'],
  dayStatistics: ['volumes'],
  deliveryAttempt: ['requestHeaders', 'outcome.headers'],
  sweepWatch: ['causes'],
  settings: ['confirmations', 'sweepMinimumUsd', 'sweepMaxAgeHours', 'sweepMaxFeePercent'],
}

/** The item with a mark in each map that has none. */
export function withMarks(kind: string, item: Record<string, unknown>): Record<string, unknown> {
  return markedMap(item, '', records[kind] ?? [])
}

function markedMap(
  map: Record<string, unknown>,
  path: string,
  without: readonly string[],
): Record<string, unknown> {
  const entries = Object.entries(map).map(([name, each]): [string, unknown] => [
    name,
    marked(each, stepOf(path, name), without),
  ])
  const own = without.includes(path) ? [] : [[mark, 'of a newer version']]
  return Object.fromEntries([...entries, ...own])
}

function marked(value: unknown, path: string, without: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((each) => marked(each, `${path}[]`, without))
  return isMap(value) ? markedMap(value, path, without) : value
}

/** A map that had a mark before a write, and is still there without it. */
export type Loss = {
  path: string
  /** Whether it is otherwise the same, so that no other value explains the loss. */
  isSame: boolean
}

export function lostMarks(before: unknown, after: unknown, path = ''): Loss[] {
  if (Array.isArray(before) && Array.isArray(after)) {
    return before.flatMap((each, index) => {
      const same = counterpart(each, after, index)
      return same === undefined ? [] : lostMarks(each, same, `${path}[]`)
    })
  }
  if (!isMap(before) || !isMap(after)) return []
  const isLost = mark in before && !(mark in after)
  // Sealing is random, but not where a test stands in for it.
  const isSame = !isSealed(before) && isDeepStrictEqual(unmarked(after), unmarked(before))
  const own = isLost ? [{ path: path || 'the item', isSame }] : []
  const within = Object.entries(before).flatMap(([name, each]) =>
    lostMarks(each, after[name], stepOf(path, name)),
  )
  return [...own, ...within]
}

/** The matching element of a list that may have others now: the one with equal content, or else with the same identity. */
function counterpart(each: unknown, after: readonly unknown[], index: number): unknown {
  const equal = after.find((other) => isDeepStrictEqual(unmarked(other), unmarked(each)))
  const name = nameOf(each)
  return equal ?? (name ? after.find((other) => nameOf(other) === name) : after[index])
}

function nameOf(value: unknown): unknown {
  if (!isMap(value)) return undefined
  const { id, hash, sessionId, lock, subject } = value
  // A lock is known by its terms, and a problem of a node by what was found of the subject.
  const content = subject === undefined ? lock : value
  return id ?? hash ?? sessionId ?? (content && JSON.stringify(unmarked(content)))
}
