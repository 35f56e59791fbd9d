import { expect, it } from 'vitest'
import { progressText } from './progress-text.ts'

it.each([
  [
    { searched: 0, planned: 205_000, now: 0, withMoney: 0 },
    900,
    '0 of 205,000 addresses, 0 with money',
  ],
  [
    { searched: 15_000, planned: 25_000, now: 5_000, withMoney: 2 },
    30_000,
    '15,000 of 25,000 addresses, 2 with money, about 60 s left',
  ],
  [
    { searched: 1_000, planned: 201_000, now: 1_000, withMoney: 0 },
    1_400,
    '1,000 of 201,000 addresses, 0 with money, about 5 min left',
  ],
  [{ searched: 30, planned: 30, now: 30, withMoney: 1 }, 100, '30 of 30 addresses, 1 with money'],
])('%j after %i ms: %s', (progress, elapsedMs, text) => {
  expect(progressText(progress, elapsedMs)).toBe(text)
})
