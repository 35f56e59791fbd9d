import { type Scope, scopes } from '../../../shared/kernel/scopes.ts'

/** Common choices of scopes; `custom` is any other. */
export const presets = {
  checkout: ['links:read', 'sessions:read', 'sessions:write', 'events:read'],
  read: scopes.filter((scope) => scope.endsWith(':read')),
  everything: scopes,
} as const satisfies Record<string, readonly Scope[]>

export type Preset = keyof typeof presets | 'custom'

export const presetNames = ['checkout', 'read', 'everything', 'custom'] as const

/** The preset with exactly these scopes. */
export function presetOf(given: readonly Scope[]): Preset {
  const found = presetNames.find((name) => name !== 'custom' && isSame(presets[name], given))
  return found ?? 'custom'
}

function isSame(one: readonly Scope[], other: readonly Scope[]): boolean {
  return one.length === other.length && one.every((scope) => other.includes(scope))
}
