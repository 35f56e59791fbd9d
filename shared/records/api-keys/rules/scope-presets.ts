import { type Scope, scopes } from '../../../kernel/scopes.ts'

/** Common choices of scopes, for the dashboard and the terminal; `custom` is any other. */
export const presets = {
  checkout: ['links:read', 'sessions:read', 'sessions:write', 'events:read'],
  read: scopes.filter((scope) => scope.endsWith(':read')),
  everything: scopes,
} as const satisfies Record<string, readonly Scope[]>

type PresetName = keyof typeof presets
export type Preset = PresetName | 'custom'

export const presetNames = ['checkout', 'read', 'everything', 'custom'] as const

/** The scopes of a preset by its name, or undefined. */
export function scopesOfPreset(name: string): readonly Scope[] | undefined {
  const found = presetNames.find((each) => each === name)
  return found === undefined || found === 'custom' ? undefined : presets[found]
}

/** The preset with exactly these scopes. */
export function presetOf(given: readonly Scope[]): Preset {
  const found = presetNames.find((name) => name !== 'custom' && isSame(presets[name], given))
  return found ?? 'custom'
}

function isSame(one: readonly Scope[], other: readonly Scope[]): boolean {
  return one.length === other.length && one.every((scope) => other.includes(scope))
}
