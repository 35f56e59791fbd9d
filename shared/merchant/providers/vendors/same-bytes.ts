import { timingSafeEqual } from 'node:crypto'

/** Compares signatures in constant time. */
export function isSameBytes(expected: Uint8Array, given: Uint8Array): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected)
}
