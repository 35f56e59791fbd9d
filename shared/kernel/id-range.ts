import { encodeTime, type IdKind, idPrefixes } from './ids.ts'

/** A range of ids in the order of their creation, both ends included; empty if `from` is above `to`. */
export type IdRange = { from: string; to: string }

export type IdBounds = {
  /** Created at or after. */
  createdAfter?: Date | undefined
  /** Created at or before. */
  createdBefore?: Date | undefined
  /** Below this id. */
  before?: string | undefined
}

/** Sorts after every character of an id. */
const highest = '~'

/** The ids of a kind within bounds: they start with the time of their creation, so times map to ranges of ids. */
export function idRange(
  kind: IdKind,
  { createdAfter, createdBefore, before }: IdBounds = {},
): IdRange {
  const prefix = idPrefixes[kind]
  const ends = [
    createdBefore ? lastAt(prefix, createdBefore) : prefix + highest,
    before === undefined ? prefix + highest : justBelow(before),
  ]
  return {
    from: createdAfter ? prefix + encodeTime(Math.max(0, createdAfter.getTime())) : prefix,
    to: ends.toSorted()[0] ?? prefix,
  }
}

function lastAt(prefix: string, at: Date): string {
  // No id is older than 1970.
  return at.getTime() < 0 ? prefix : prefix + encodeTime(at.getTime()) + highest
}

/** The highest text of the same length that sorts below this id. */
export function justBelow(id: string): string {
  const last = id.length - 1
  return id.slice(0, last) + String.fromCharCode(id.charCodeAt(last) - 1)
}
