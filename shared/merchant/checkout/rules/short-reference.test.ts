import { expect, it } from 'vitest'
import { shortReference } from './short-reference.ts'

it('a short reference is the end of an id', () => {
  expect(shortReference('cs_01JD8Z3K00000000008R0T1X3Y')).toBe('8R0T-1X3Y')
})
