import { expect, it } from 'vitest'
import * as z from 'zod'
import { createdFilters } from './cursor-list.ts'

const filters = z.object(createdFilters)

it.each([
  ['2026-03-01T12:00:00Z', '2026-03-01T12:00:00.000Z'],
  ['2026-03-01T12:00:00.250Z', '2026-03-01T12:00:00.250Z'],
  // Written by Python's isoformat(): the next millisecond is the first that isn't before it.
  ['2026-03-01T12:00:00.250001+00:00', '2026-03-01T12:00:00.251Z'],
  ['2026-03-01T12:00:00.250000+00:00', '2026-03-01T12:00:00.250Z'],
  ['2026-03-01T12:00:00 00:00', '2026-03-01T12:00:00.000Z'],
])('%s is the time %s', (text, expected) => {
  expect(filters.parse({ createdAfter: text }).createdAfter?.toISOString()).toBe(expected)
})

it.each(['2026-03-01', '2026-03-01T12:00:00', '2026-03-01T14:00:00+02:00', '1772366400', 'now'])(
  '%s is refused',
  (text) => {
    const [issue] = filters.safeParse({ createdAfter: text }).error?.issues ?? []
    expect(issue?.message).toMatch(/in UTC, such as 2026-03-01T12:00:00\.000Z/)
  },
)
