import { expect, it } from 'vitest'
import { readFixtures } from '../../../test/upgrade/fixtures.ts'
import { isMoved } from './kinds.ts'

it('moves nothing that is sealed', async () => {
  const { items } = await readFixtures('current.json')
  const rows = Object.values(items).flat()
  const [moved, others] = [true, false].map((is) => rows.filter((row) => isMoved(row) === is))
  expect(moved?.length).toBeGreaterThan(50)
  expect(JSON.stringify(moved)).not.toContain('wrappedKey')
  expect(JSON.stringify(others)).toContain('wrappedKey')
})

it('knows no kind but those that keys are built of', () => {
  expect(isMoved({ pk: 'live#recent-customers/3', sk: 'cus_1' })).toBe(true)
  expect(isMoved({ pk: 'live#counter#webhook-endpoints', sk: 'counter' })).toBe(true)
  expect(isMoved({ pk: 'live#counter#later', sk: 'counter' })).toBeUndefined()
  expect(isMoved({ pk: 'later#settings', sk: 'settings' })).toBeUndefined()
})
