import type { Settings } from './settings.ts'

/** What the operator stored goes before the defaults, of confirmations network by network. */
export function withDefaults(stored: Partial<Settings>, defaults: Settings): Settings {
  const confirmations = { ...defaults.confirmations, ...stored.confirmations }
  return { ...defaults, ...stored, confirmations }
}
