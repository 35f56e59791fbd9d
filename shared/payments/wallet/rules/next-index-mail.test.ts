import { expect, it } from 'vitest'
import { isIndexMailDue } from './next-index-mail.ts'

const at = new Date('2026-03-01T12:00:00Z')
const days = (count: number) => new Date(at.getTime() + count * 24 * 3_600_000)

it.each([
  ['no address was assigned', { next: 0 }, false],
  ['the first was', { next: 1 }, true],
  ['it has not grown in a year', { next: 7, last: 7, now: days(365) }, false],
  ['it has grown a little, not yet 30 days ago', { next: 8, last: 7, now: days(29.99) }, false],
  ['it has grown a little in 30 days', { next: 8, last: 7, now: days(30) }, true],
  ['it has nearly grown by 10,000', { next: 10_006, last: 7 }, false],
  ['it has grown by 10,000 at once', { next: 10_007, last: 7 }, true],
  ['it is an earlier one, of a restored table', { next: 5, last: 7, now: days(365) }, false],
] as const)('if %s', (_, given, isDue) => {
  const { next, last, now = at }: { next: number; last?: number; now?: Date } = given
  const mailed = last === undefined ? undefined : { next: last, at }
  expect(isIndexMailDue({ next, mailed }, now)).toBe(isDue)
})
