import * as fc from 'fast-check'

const seed = 20260301

/**
 * Asserts a synchronous property over the same cases every time. (`fc.assert` is typed as if it might return a
 * promise.)
 */
export function checkProperty<Values>(property: fc.IProperty<Values>, numRuns = 200): void {
  void fc.assert(property, { numRuns, seed })
}
