import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkProperty } from '../../../../test/check-property.ts'
import { nextAttemptAt, retrySchedule } from './retry-schedule.ts'

const failedAt = new Date('2026-03-01T12:00:00.000Z')
const lowest = (length: number) => new Uint8Array(length)
const highest = (length: number) => new Uint8Array(length).fill(255)
const middle = (length: number) => new Uint8Array(length).with(length - 1, 128)

describe('retrySchedule', () => {
  it('is six attempts over 31 hours and 11 minutes', () => {
    const waits = retrySchedule()
    expect(waits).toEqual([0, 60, 600, 3_600, 21_600, 86_400])
    expect(waits.reduce((sum, wait) => sum + wait, 0)).toBe((31 * 60 + 11) * 60)
  })

  it('takes other waits between the attempts', () => {
    expect(retrySchedule([1, 2, 5])).toEqual([0, 1, 2, 5])
  })
})

describe('nextAttemptAt', () => {
  it('waits the time of the schedule, give or take a tenth', () => {
    const second = { schedule: retrySchedule(), attemptsMade: 1, failedAt }
    expect(nextAttemptAt(second, lowest)?.getTime()).toBe(failedAt.getTime() + 54_000)
    expect(nextAttemptAt(second, middle)?.getTime()).toBe(failedAt.getTime() + 60_000)
    expect(nextAttemptAt(second, highest)?.getTime()).toBe(failedAt.getTime() + 66_000)
  })

  it('ends after the last attempt', () => {
    const sixth = { schedule: retrySchedule(), attemptsMade: 6, failedAt }
    expect(nextAttemptAt(sixth, lowest)).toBeUndefined()
  })

  it('never leaves the tenth, whatever the randomness', () => {
    checkProperty(
      fc.property(
        fc.uint8Array({ minLength: 4, maxLength: 4 }),
        fc.integer({ min: 1, max: 5 }),
        (bytes, attemptsMade) => {
          const schedule = retrySchedule()
          const at = nextAttemptAt({ schedule, attemptsMade, failedAt }, () => bytes)
          const seconds = schedule[attemptsMade] ?? 0
          const waited = ((at?.getTime() ?? 0) - failedAt.getTime()) / 1000
          return waited >= seconds * 0.9 && waited <= seconds * 1.1
        },
      ),
    )
  })
})
