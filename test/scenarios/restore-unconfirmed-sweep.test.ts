import { expect, it } from 'vitest'
import { type MoneyStep, startMoneyWorld } from './money-world.ts'

const waiting: readonly MoneyStep[] = [
  { kind: 'back up' },
  { kind: 'sell', quarters: 4, asset: 'coin' },
  { kind: 'round', faults: 0 },
  { kind: 'block', who: 0 },
  { kind: 'sweep', faults: 0 },
  { kind: 'scan closed', faults: 0 },
  { kind: 'sweep', faults: 0 },
  { kind: 'sell', quarters: 4, asset: 'coin' },
  { kind: 'watch', who: 3, faults: 0 },
  { kind: 'sweep', faults: 0 },
]

it.each([
  { what: 'only waits to be mined', blocks: 0 },
  { what: 'is mined and not confirmed', blocks: 1 },
  { what: 'is confirmed', blocks: 4 },
])('restore books a sweep of the lost time that $what', async ({ blocks }) => {
  const world = await startMoneyWorld()
  try {
    for (const step of waiting) await world.happen(step)
    if (blocks > 0) await world.happen({ kind: 'mine', blocks })
    await world.happen({ kind: 'restore', faults: 0 })
    await world.rest()
    expect(await world.problemsAtRest()).toEqual([])
  } finally {
    await world.stop()
  }
})
