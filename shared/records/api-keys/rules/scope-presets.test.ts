import { expect, it } from 'vitest'
import { scopes } from '../../../kernel/scopes.ts'
import { presetNames, presetOf, presets, scopesOfPreset } from './scope-presets.ts'

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
