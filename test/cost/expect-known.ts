import { expect } from 'vitest'

/** How far the estimate that operators see may be from what is measured. */
const tolerated = 0.1

/** Fails if a unit cost, which operators' estimate is made of, is not what the meter measures. */
export function expectKnown(name: string, known: number, measured: number): void {
  const message = `unitCosts.${name} in shared/admin/statistics/rules/cost-so-far.ts is not what was measured: ${measured}`
  expect(Math.abs(known - measured) / measured, message).toBeLessThan(tolerated)
}
