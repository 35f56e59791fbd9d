import { chainById } from '../chain/chains.ts'
import { ServiceError } from '../domain/errors.ts'
import type { Mode } from '../domain/mode.ts'
import type { Settings } from '../domain/settings.ts'
import { loadSettings, type SettingsChanges, settingsUpdate } from '../store/settings.ts'
import type { Table } from '../store/table.ts'
import { transact } from '../store/transact.ts'

export type ChangeSettingsDeps = { table: Table; defaults: (mode: Mode) => Settings }

/** New values by name, confirmations by chain; null takes a default again. */
export type ChangeSettings = Omit<SettingsChanges, 'confirmations'> & {
  confirmations?: Readonly<Record<string, number | null>> | undefined
}

/**
 * Stores changed settings of a mode and answers all of them. They hold for sessions opened from then on, a few seconds
 * later at most. Throws `unsupported_chain`.
 */
export async function changeSettings(
  { table, defaults }: ChangeSettingsDeps,
  { mode, changes }: { mode: Mode; changes: ChangeSettings },
): Promise<Settings> {
  const { confirmations, defaultChainId } = changes
  refuseForeignChains(mode, [
    ...Object.keys(confirmations ?? {}),
    ...(defaultChainId ? [defaultChainId] : []),
  ])
  const stored = await loadSettings(table, mode, { ...defaults(mode), confirmations: {} })
  const update = settingsUpdate(mode, {
    ...changes,
    confirmations: confirmations && merged(stored.confirmations, confirmations),
  })
  await transact(table, [update])
  return loadSettings(table, mode, defaults(mode))
}

function merged(
  stored: Settings['confirmations'],
  changes: Readonly<Record<string, number | null>>,
): Record<string, number> {
  const entries = Object.entries({ ...stored, ...changes })
  return Object.fromEntries(entries.flatMap(([id, n]) => (n === null ? [] : [[id, n]])))
}

function refuseForeignChains(mode: Mode, chainIds: readonly (string | number)[]): void {
  for (const id of chainIds) {
    if (chainById(Number(id))?.mode === mode) continue
    throw new ServiceError('unsupported_chain', `Chain ${id} is not one of ${mode} mode.`)
  }
}
