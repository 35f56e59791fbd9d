import { beforeEach, describe, expect, it } from 'vitest'
import { later, createdAt as start } from '../../../../test/factories.ts'
import { seededBytes } from '../../../../test/seeded-bytes.ts'
import type { RandomBytes } from '../../../kernel/ids.ts'
import {
  freeSlot,
  type SendSlot,
  slotRetrySeconds,
  slotsToTry,
  turnstileRetrySeconds,
} from './send-slots.ts'

let randomBytes: RandomBytes

// The same draws for each test, whatever ran before it.
beforeEach(() => {
  randomBytes = seededBytes('slots')
})

function held(number: number, since = start): SendSlot {
  const until = new Date(since.getTime() + 40_000)
  return { number, deliveryId: `del_${number}`, since, until }
}

describe('a free slot', () => {
  it('is one of five that nobody holds', () => {
    const drawn = Array.from({ length: 200 }, () =>
      freeSlot([held(1), held(3)], start, slotsToTry(5, randomBytes)),
    )
    expect(new Set(drawn)).toEqual(new Set([0, 2, 4]))
  })

  it('is not there while five are held, and is again when a lease runs out', () => {
    const all = [0, 1, 2, 3].map((number) => held(number))
    const slots = [...all, held(4, later(-30))]
    expect(freeSlot(slots, later(9), slotsToTry(5, randomBytes))).toBeUndefined()
    expect(freeSlot(slots, later(10), slotsToTry(5, randomBytes))).toBe(4)
  })
})

describe('the slots that a delivery tries', () => {
  it.each([1, 4, 5])('are all of %d', (count) => {
    expect(slotsToTry(count, randomBytes).toSorted()).toEqual(Array.from(Array(count).keys()))
  })

  it('are five of many, each as often as the others', () => {
    const drawn = Array.from({ length: 4_000 }, () => slotsToTry(20, randomBytes))
    expect(drawn.every((numbers) => new Set(numbers).size === 5)).toBe(true)
    const counts = Map.groupBy(drawn.flat(), (number) => number)
    expect(counts.size).toBe(20)
    for (const { length } of counts.values()) expect(Math.abs(length - 1000)).toBeLessThan(120)
  })
})

describe('the wait of a message that finds no way in', () => {
  it.each([
    [1, 1, 3],
    [2, 2, 6],
    [3, 4, 12],
  ])('at its receipt %d is %d to %d s', (receipts, least, most) => {
    const waits = Array.from({ length: 300 }, () =>
      turnstileRetrySeconds({ receipts }, randomBytes),
    )
    expect(Math.min(...waits.map(Number))).toBe(least)
    expect(Math.max(...waits.map(Number))).toBe(most)
  })

  it('is none from its fourth receipt on', () => {
    expect(turnstileRetrySeconds({ receipts: 4 }, randomBytes)).toBeUndefined()
  })
})

describe('the wait for a slot', () => {
  const waitAt = (receipts: number, slots: readonly SendSlot[]) =>
    slotRetrySeconds({ held: slots, receipts, now: start }, randomBytes)

  it.each([
    [0, 1, 3],
    [0.2, 1, 3],
    [10, 10, 30],
    [35, 35, 60],
    [400, 60, 60],
  ])('behind a send that has lasted %d s is %d to %d s', (lasted, least, most) => {
    const slots = [held(0, later(-lasted)), held(1)]
    const waits = Array.from({ length: 200 }, () => waitAt(4, slots))
    expect(Math.min(...waits)).toBe(least)
    expect(Math.max(...waits)).toBe(most)
    expect(waits.every(Number.isInteger)).toBe(true)
  })

  it.each([
    [6, 35, 60],
    [7, 70, 120],
    [10, 560, 900],
    [200, 900, 900],
  ])('at receipt %d, behind sends that hang, is %d to %d s', (receipts, least, most) => {
    const waits = Array.from({ length: 200 }, () => waitAt(receipts, [held(0, later(-35))]))
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(least)
    expect(Math.max(...waits)).toBe(most)
  })
})
