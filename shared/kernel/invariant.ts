/** For what can only be a bug of ours: throws, and the caller sees a generic 500. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`invariant: ${message}`)
}
