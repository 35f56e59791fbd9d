import type { Settings } from './settings.ts'

/** Stored settings override the defaults, `confirmations` for each network separately. */
export function withDefaults(stored: Partial<Settings>, defaults: Settings): Settings {
  const confirmations = { ...defaults.confirmations, ...stored.confirmations }
  return { ...defaults, ...stored, confirmations }
}
