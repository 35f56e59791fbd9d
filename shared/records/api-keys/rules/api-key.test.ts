import { expect, it } from 'vitest'
import { seededBytes } from '../../../../test/seeded-bytes.ts'
import { apiKeyPrefix, isUsable, newApiKeyText } from './api-key.ts'

it('a key names its mode, and is recognized by its beginning', () => {
  const text = newApiKeyText('live', seededBytes('key'))
  expect(text).toMatch(/^ck_live_[0-9A-Za-z]{32}$/)
  expect(newApiKeyText('test', seededBytes('other'))).toMatch(/^ck_test_/)
  expect(apiKeyPrefix(text)).toBe(text.slice(0, 16))
  const no = [` ${text}`, `${text} `, `${text}0`, text.slice(0, -1), text.replace('live', 'both')]
  expect(no.map(apiKeyPrefix)).toEqual(Array(5).fill(undefined))
  expect(apiKeyPrefix(`ck_live_${'-'.repeat(32)}`)).toBeUndefined()
})

it('a key that was replaced works until its time', () => {
  const revokedAt = new Date('2026-03-01T12:00:00Z')
  expect(isUsable({ revokedAt: null }, revokedAt)).toBe(true)
  expect(isUsable({ revokedAt }, new Date(revokedAt.getTime() - 1))).toBe(true)
  expect(isUsable({ revokedAt }, revokedAt)).toBe(false)
})
