import * as z from 'zod'
import { chainById } from '../../chain/chains.ts'
import { type Mode, modes } from '../../kernel/mode.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import { refuseInsecureUrls } from '../../kernel/redirect-urls.ts'
import type { Table } from '../../kernel/store/table.ts'
import type { Write } from '../../kernel/store/transact.ts'
import { refuseUnsweepable } from './refuse-unsweepable.ts'
import { requireKnownAsset } from './require-known-asset.ts'
import { refuseChainSetting } from './rules/chain-setting-refusals.ts'
import { logoContentType, logoId } from './rules/logo.ts'
import type { Settings } from './rules/settings.ts'
import { refuseSettings } from './rules/settings-refusals.ts'
import { withDefaults } from './rules/with-defaults.ts'
import { defaultsOf } from './settings-of.ts'
import { type Logo, logoRemoval, logoReplacement } from './store/logo.ts'
import { loadStoredSettings, type SettingsChanges, settingsUpdate } from './store/settings.ts'
import { settings } from './wire/settings.ts'
import { settingsChanges } from './wire/settings-changes.ts'

export const changeSettings = operatorOperation({
  name: 'change-settings',
  role: 'owner',
  proof: 'always',
  command: 'settings set',
  input: z.strictObject({ mode: z.enum(modes), values: settingsChanges }),
  output: settings,
  touches: { table: 'write', administers: ['settings', 'audit-log'] },
  docs: { summary: 'Change settings of a mode' },
  needs: (config) => ({ defaults: (mode: Mode) => defaultsOf(config, mode) }),
  /** Returns all settings after the change. Throws `unsupported_chain` and `unsupported_asset`. */
  async run(
    { table, defaults }: { table: Table; defaults: (mode: Mode) => Settings },
    { input: { mode, values } },
  ) {
    const { confirmations, sweepMinimumUsd, sweepMaxAgeHours, sweepMaxFeePercent } = values
    const { defaultChainId, logo: image } = values
    refuseForeignChains(mode, [
      ...Object.keys(confirmations ?? {}),
      ...(defaultChainId ? [defaultChainId] : []),
    ])
    refuseUnsweepable(mode, { sweepMinimumUsd, sweepMaxAgeHours, sweepMaxFeePercent })
    const stored = await loadStoredSettings(table, mode)
    const logo = typeof image === 'string' ? readLogo(mode, image) : image
    const changes: SettingsChanges = {
      ...values,
      logo: logo ? logo.id : logo,
      confirmations: confirmations && merged(stored.confirmations, confirmations),
      sweepMinimumUsd: sweepMinimumUsd && merged(stored.sweepMinimumUsd, sweepMinimumUsd),
      sweepMaxAgeHours: sweepMaxAgeHours && merged(stored.sweepMaxAgeHours, sweepMaxAgeHours),
      sweepMaxFeePercent:
        sweepMaxFeePercent && merged(stored.sweepMaxFeePercent, sweepMaxFeePercent),
    }
    const after = withDefaults(changed(stored, changes), defaults(mode))
    refuseInsecure(values, after)
    if (values.defaultChainId !== undefined || values.defaultAsset !== undefined) {
      requireKnownAsset(mode, after)
    }
    const before = withDefaults(stored, defaults(mode))
    const states = { before: namedIn(values, before), after: namedIn(values, after) }
    return {
      changes: [{ mode, action: 'settings.change', target: 'settings', ...states }],
      writes: [settingsUpdate(mode, changes), ...logoWrites(mode, logo)],
      result: after,
    }
  },
})

/** The settings with these names. */
function namedIn(names: object, settings: Settings): Record<string, unknown> {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => name in names))
}

/** Throws `parameter_invalid` unless it is an image that the page can show. */
function readLogo(mode: Mode, base64: string): Logo {
  const bytes = Buffer.from(base64, 'base64')
  const contentType = logoContentType(bytes)
  if (contentType) return { id: logoId(mode, bytes), contentType, bytes }
  throw refuseSettings('not_a_logo')
}

function logoWrites(mode: Mode, logo: Logo | null | undefined): Write[] {
  if (logo === undefined) return []
  return [logo ? logoReplacement(mode, logo) : logoRemoval(mode)]
}

/** Plain HTTP is only allowed if the instance itself runs on localhost. */
function refuseInsecure(
  { support = null, embedOrigins }: Pick<SettingsChanges, 'support' | 'embedOrigins'>,
  { baseUrl }: Settings,
): void {
  const origins = (embedOrigins ?? []).map((origin) => ['embedOrigins', origin] as const)
  for (const [param, url] of [...origins, ['support', support] as const]) {
    if (url?.startsWith('http:')) refuseInsecureUrls({ [param]: url }, { baseUrl })
  }
}

function merged<Value extends number | string>(
  stored: Readonly<Record<string, Value>> = {},
  changes: Readonly<Record<string, Value | null>>,
): Record<string, Value> {
  const entries = Object.entries({ ...stored, ...changes })
  return Object.fromEntries(entries.flatMap(([id, value]) => (value === null ? [] : [[id, value]])))
}

/** The settings to store: null removes a value, undefined keeps it. */
function changed(stored: Partial<Settings>, changes: SettingsChanges): Partial<Settings> {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined)
  const entries = Object.entries({ ...stored, ...Object.fromEntries(given) })
  return Object.fromEntries(entries.filter(([, value]) => value !== null))
}

function refuseForeignChains(mode: Mode, chainIds: readonly (string | number)[]): void {
  for (const id of chainIds) {
    if (chainById(Number(id))?.mode === mode) continue
    throw refuseChainSetting('chain_of_other_mode', { chainId: id, mode })
  }
}
