import { chains } from '../../shared/chain/chains.ts'
import type { Mode } from '../../shared/kernel/mode.ts'
import type { Table } from '../../shared/kernel/store/table.ts'
import { sendsInFlight } from '../../shared/merchant/webhooks/rules/send-slots.ts'
import { checkoutMethods, walletApps } from '../../shared/records/settings/rules/checkout-ways.ts'
import { usualNumbers } from '../../shared/records/settings/rules/setting-ranges.ts'
import type { Settings } from '../../shared/records/settings/rules/settings.ts'
import { loadSettings } from '../../shared/records/settings/store/settings.ts'
import type { Config } from '../config.ts'

const freshMs = 5_000

export const rateLimits = { live: 1_000, test: 250 } as const satisfies Record<Mode, number>

/** Settings of a mode, read from the table at most every few seconds. */
export function settingsOf(config: Config, table: Table): (mode: Mode) => Promise<Settings> {
  const cache = new Map<Mode, { settings: Promise<Settings>; until: number }>()
  return (mode) => {
    const cached = cache.get(mode)
    if (cached && cached.until > Date.now()) return cached.settings
    const defaults = defaultsOf(config, mode)
    // What is kept for five seconds may as well be a moment old when it is read, at half the price.
    const settings = loadSettings(table, mode, { defaults, stale: true })
    cache.set(mode, { settings, until: Date.now() + freshMs })
    settings.then(
      // Before setup, the base URL may be set at any moment, so the default is not cached.
      ({ baseUrl }) => baseUrl === defaults.baseUrl && cache.delete(mode),
      () => cache.delete(mode),
    )
    return settings
  }
}

/** The settings that apply unless the operator stored others. */
export function defaultsOf(config: Config, mode: Mode): Settings {
  const confirmations = config('CONFIRMATIONS')
  return {
    ...usualNumbers,
    sessionTtlSeconds: config('SESSION_TTL_SECONDS'),
    lateGraceSeconds: config('LATE_GRACE_SECONDS'),
    recheckDelaySeconds: config('RECHECK_DELAY_SECONDS'),
    failedAfterSeconds: config('FAILED_AFTER_SECONDS'),
    acceptNewPayments: true,
    acceptTopUps: true,
    confirmations: confirmations ? onEveryChain(confirmations) : {},
    sweepMinimumUsd: {},
    sweepMaxAgeHours: {},
    sweepMaxFeePercent: {},
    defaultChainId: null,
    defaultAsset: null,
    rateLimitPerMinute: config('RATE_LIMIT_PER_MINUTE') ?? rateLimits[mode],
    clientSessionsPerMinute: config('LINK_SESSIONS_PER_MINUTE'),
    webhookSendsInFlight: sendsInFlight,
    businessName: null,
    logo: null,
    accentColor: null,
    support: null,
    embedOrigins: [],
    checkoutMethods,
    walletApps,
    searchableMetadata: [],
    indexShards: null,
    intakeStoppedAt: null,
    tableName: null,
    baseUrl: 'http://localhost',
  }
}

function onEveryChain(confirmations: number): Settings['confirmations'] {
  return Object.fromEntries(chains.map(({ chainId }) => [chainId, confirmations]))
}
