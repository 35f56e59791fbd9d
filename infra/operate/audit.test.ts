import { expect, it } from 'vitest'
import { pageText } from './audit.ts'

it('says how to continue behind a page without entries that match', () => {
  expect(pageText({ entries: [], nextCursor: null })).toBe('There are no entries.')
  expect(pageText({ entries: [], nextCursor: 'aud_1' })).toBe(
    'None of the newest entries match.\n\nFor more entries, add: --after aud_1',
  )
})
