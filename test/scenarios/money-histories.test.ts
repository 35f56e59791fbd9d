import * as fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { soak } from '../config.ts'
import {
  assetNames,
  type MoneyStep,
  nodeTroubles,
  oddBehaviors,
  startMoneyWorld,
} from './money-world.ts'

const { seed, minutes } = soak
let histories = 0
let steps = 0
let refunds = 0

afterAll(
  () =>
    void process.stdout.write(
      `money: ${histories} histories, ${steps} steps, ${refunds} refunds, seed ${seed}\n`,
    ),
)

const upTo = (max: number) => fc.integer({ min: 1, max })
const who = fc.nat({ max: 3 })
/** None for a third, else the seed of the calls that fail. */
const faults = fc.oneof(
  { weight: 1, arbitrary: fc.constant(0) },
  { weight: 2, arbitrary: fc.nat() },
)

const kinds: readonly [number, fc.Arbitrary<MoneyStep>][] = [
  [
    6,
    fc.record({
      kind: fc.constant('sell' as const),
      quarters: fc.constantFrom(4, 4, 4, 1, 3, 5, 8),
      asset: fc.constantFrom(...assetNames),
    }),
  ],
  [2, fc.record({ kind: fc.constant('pay' as const), who, quarters: upTo(5) })],
  [4, fc.record({ kind: fc.constant('mine' as const), blocks: upTo(6) })],
  [2, fc.record({ kind: fc.constant('reorg' as const), depth: upTo(2) })],
  [2, fc.record({ kind: fc.constant('later' as const), seconds: upTo(4_000) })],
  [1, fc.record({ kind: fc.constant('fees' as const), gwei: fc.nat({ max: 300 }) })],
  [
    1,
    fc.record({
      kind: fc.constant('odd' as const),
      behavior: fc.nat({ max: oddBehaviors.length - 1 }),
    }),
  ],
  [1, fc.record({ kind: fc.constant('block' as const), who })],
  [1, fc.record({ kind: fc.constant('keep' as const), percent: fc.nat({ max: 3 }) })],
  [1, fc.record({ kind: fc.constant('payout' as const), which: fc.nat({ max: 2 }) })],
  [
    1,
    fc.record({
      kind: fc.constant('node' as const),
      trouble: fc.constantFrom(...nodeTroubles),
    }),
  ],
  [4, fc.record({ kind: fc.constant('watch' as const), who, faults })],
  [3, fc.record({ kind: fc.constant('round' as const), faults })],
  [2, fc.record({ kind: fc.constant('scan closed' as const), faults })],
  [6, fc.record({ kind: fc.constant('sweep' as const), faults })],
  [
    2,
    fc.record({
      kind: fc.constant('refund' as const),
      who,
      which: fc.nat({ max: 2 }),
      percent: fc.integer({ min: 5, max: 95 }),
      isTwice: fc.boolean(),
      faults,
    }),
  ],
  [2, fc.constant({ kind: 'send refund' })],
  [2, fc.record({ kind: fc.constant('find refunds' as const), faults })],
  [2, fc.constant({ kind: 'back up' })],
  [1, fc.record({ kind: fc.constant('restore' as const), faults })],
]

const history = fc.array(fc.oneof(...kinds.map(([weight, arbitrary]) => ({ weight, arbitrary }))), {
  minLength: 15,
  maxLength: 40,
})

it('whatever happens to money, the books agree with the chain at rest, nothing waits, and no status has two events', {
  timeout: ((minutes ?? 5) + 30) * 60_000,
}, async () => {
  const property = fc.asyncProperty(history, async (taken) => {
    const world = await startMoneyWorld()
    try {
      histories += 1
      for (const step of taken) {
        steps += 1
        await world.happen(step)
        expect(await world.problemsNow(), JSON.stringify(step)).toEqual([])
      }
      await world.rest()
      expect(await world.problemsAtRest()).toEqual([])
      refunds += await world.refunded()
    } catch (error) {
      // At once: a run that ends while it makes the history shorter would not say what it has found.
      process.stdout.write(`history ${histories} failed: ${JSON.stringify(taken)}\n${error}\n`)
      throw error
    } finally {
      await world.stop()
    }
  })
  await fc.assert(property, {
    seed,
    // One that waits for ever must not be taken for one that was interrupted.
    timeout: 600_000,
    ...(minutes === null
      ? { numRuns: 20 }
      : {
          numRuns: 1_000_000,
          interruptAfterTimeLimit: minutes * 60_000,
          markInterruptAsFailure: false,
        }),
  })
})
