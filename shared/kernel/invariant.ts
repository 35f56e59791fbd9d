/** Throws if the condition, which only a bug can violate, is false. The caller gets a generic 500. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`invariant: ${message}`)
}
