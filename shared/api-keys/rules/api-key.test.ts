import { expect, it } from 'vitest'
import { seededBytes } from '../../../test/seeded-bytes.ts'
import { scopes } from '../../kernel/scopes.ts'
import { apiKeyPrefix, isUsable, newApiKeyText } from './api-key.ts'
import { presetNames, presetOf, presets, scopesOfPreset } from './scope-presets.ts'

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

it('a preset is found by its scopes, in any order, and any others are custom', () => {
  for (const [name, of] of Object.entries(presets)) {
    expect(presetOf([...of].reverse())).toBe(name)
    expect(scopesOfPreset(name)).toEqual(of)
    expect(presetOf(of.slice(1))).toBe('custom')
  }
  expect(presetOf(['links:read', 'sessions:read', 'sessions:write', 'links:write'])).toBe('custom')
  expect(presetOf([])).toBe('custom')
  expect(['custom', 'nothing'].map(scopesOfPreset)).toEqual([undefined, undefined])
  expect(presetNames).toEqual([...Object.keys(presets), 'custom'])
  expect(presets.checkout).toEqual(['links:read', 'sessions:read', 'sessions:write', 'events:read'])
  expect(presets.read).toEqual(scopes.filter((scope) => /:read$/.test(scope)))
  expect(presets.everything).toBe(scopes)
})
