import { assetOf, chainById, chains } from '../chain/chains.ts'
import { ServiceError } from '../kernel/errors.ts'
import type { Mode } from '../kernel/mode.ts'
import type { Table } from '../kernel/store/table.ts'
import { transact } from '../kernel/store/transact.ts'
import type { Settings } from './rules/settings.ts'
import { loadSettings, type SettingsChanges, settingsUpdate } from './store/settings.ts'

export type ChangeSettingsDeps = { table: Table; defaults: (mode: Mode) => Settings }

/** New values by name, confirmations by chain; null takes a default again. */
export type ChangeSettings = Omit<SettingsChanges, 'confirmations'> & {
  confirmations?: Readonly<Record<string, number | null>> | undefined
}

/**
 * Stores changed settings of a mode and answers all of them. They hold for sessions opened from then on, a few seconds
 * later at most. Throws `unsupported_chain` and `unsupported_asset`.
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
  refuseUnknownAsset(mode, { ...stored, ...given(changes) }, changes)
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

type AssetDefaults = Pick<Settings, 'defaultChainId' | 'defaultAsset'>

/** What a change sets; undefined leaves the stored value. */
function given({ defaultChainId, defaultAsset }: ChangeSettings): Partial<AssetDefaults> {
  return {
    ...(defaultChainId !== undefined && { defaultChainId }),
    ...(defaultAsset !== undefined && { defaultAsset }),
  }
}

/** A default that no chain has would be passed over in silence whenever a session is opened. */
function refuseUnknownAsset(
  mode: Mode,
  { defaultChainId, defaultAsset }: AssetDefaults,
  changes: ChangeSettings,
): void {
  const isUnchanged = changes.defaultChainId === undefined && changes.defaultAsset === undefined
  if (isUnchanged || defaultAsset === null) return
  const ofMode = chains.filter((chain) => chain.mode === mode)
  const places = ofMode.filter(({ chainId }) => (defaultChainId ?? chainId) === chainId)
  if (places.some((chain) => assetOf(chain, defaultAsset))) return
  const where = defaultChainId === null ? `any chain of ${mode} mode` : `chain ${defaultChainId}`
  const having = ofMode.filter((chain) => assetOf(chain, defaultAsset)).map((c) => c.chainId)
  const remedy = having.length
    ? `Set defaultChainId to one of ${having.join(', ')} with it, or choose another asset.`
    : 'Choose the symbol of a coin or token, such as USDC.'
  throw new ServiceError(
    'unsupported_asset',
    `defaultAsset ${defaultAsset} is not an asset of ${where}. ${remedy}`,
    { param: 'defaultAsset' },
  )
}
