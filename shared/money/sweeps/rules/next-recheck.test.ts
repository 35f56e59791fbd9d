import { expect, it } from 'vitest'
import { nextRecheck } from './next-recheck.ts'

it('is at double the age, from a minute to two hours', () => {
  const finalAt = new Date('2026-03-01T12:00:00.000Z')
  const minutes: number[] = []
  let at: Date | null = nextRecheck(finalAt, finalAt)
  while (at) {
    minutes.push((at.getTime() - finalAt.getTime()) / 60_000)
    at = nextRecheck(finalAt, at)
  }
  expect(minutes).toEqual([1, 2, 4, 8, 16, 32, 64, 128])
})
