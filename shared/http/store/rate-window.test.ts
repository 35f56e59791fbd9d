import { expect, it } from 'vitest'
import { testTable } from '../../../test/test-table.ts'
import { countInWindow } from './rate-window.ts'

const now = new Date('2026-03-01T12:00:10.500Z')

it('gives no two requests the same count, and each subject and minute their own', async () => {
  const table = await testTable()
  const counted = await Promise.all(
    Array.from({ length: 30 }, () => countInWindow(table, { subject: 'key a', now })),
  )
  const counts = counted.map(({ count }) => count)
  expect(counts.sort((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, n) => n + 1))
  expect(await countInWindow(table, { subject: 'key b', now })).toEqual({
    count: 1,
    resetSeconds: 50,
  })
  const last = new Date('2026-03-01T12:00:59.999Z')
  expect(await countInWindow(table, { subject: 'key a', now: last })).toEqual({
    count: 31,
    resetSeconds: 1,
  })
  const next = new Date('2026-03-01T12:01:00.000Z')
  expect(await countInWindow(table, { subject: 'key a', now: next })).toEqual({
    count: 1,
    resetSeconds: 60,
  })
})
