import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { dueTime, relativeTime } from './format.ts'
import { startLanguage } from './texts/text.ts'

beforeAll(async () => {
  vi.stubGlobal('navigator', { languages: ['en-GB'] })
  vi.stubGlobal('document', { documentElement: {} })
  await startLanguage()
})
afterAll(() => {
  vi.unstubAllGlobals()
})

const now = new Date(2026, 10, 18, 16, 22)
const inSeconds = (seconds: number) => new Date(now.getTime() + seconds * 1_000)

it.each([
  // Clocks that are ahead of this one.
  [86_400, 'just now'],
  [300, 'just now'],
  [1, 'just now'],
  [0, 'just now'],
  [-59, 'just now'],
  [-60, '1 min ago'],
  [-3_599, '59 min ago'],
  [-3_600, '15:22'],
  [-86_400, 'Yesterday, 16:22'],
  [-2 * 86_400, '16 Nov, 16:22'],
])('what happened at %d seconds reads "%s"', (seconds, words) => {
  expect(relativeTime(inSeconds(seconds), now)).toBe(words)
})

it.each([
  [86_400, '19 Nov, 16:22'],
  [1, '16:22'],
  [-60, '1 min ago'],
])('what is due at %d seconds reads "%s"', (seconds, words) => {
  expect(dueTime(inSeconds(seconds), now)).toBe(words)
})
