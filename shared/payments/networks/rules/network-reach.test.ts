import { expect, it } from 'vitest'
import { isStillMissing } from './network-reach.ts'

const now = new Date('2026-03-01T12:00:00Z')
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)

it('a network that is out of reach is so for three minutes after it was last seen', () => {
  expect(isStillMissing({ at: now }, later(179))).toBe(true)
  expect(isStillMissing({ at: now }, later(180))).toBe(false)
})
