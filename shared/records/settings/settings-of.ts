import { chains } from '../../chain/chains.ts'
import type { Mode } from '../../kernel/mode.ts'
import type { Config } from '../../kernel/operation/config.ts'
import type { Table } from '../../kernel/store/table.ts'
import { type Settings, usualSettings } from './rules/settings.ts'
import { loadSettings } from './store/settings.ts'

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

/** For what reads settings, and isn't given them. */
export function readingSettings(config: Config, { table }: { table: Table }) {
  return { settings: settingsOf(config, table) }
}

/** The settings that apply unless the operator stored others. */
export function defaultsOf(config: Config, mode: Mode): Settings {
  const confirmations = config('CONFIRMATIONS')
  return {
    ...usualSettings,
    sessionTtlSeconds: config('SESSION_TTL_SECONDS'),
    lateGraceSeconds: config('LATE_GRACE_SECONDS'),
    recheckDelaySeconds: config('RECHECK_DELAY_SECONDS'),
    failedAfterSeconds: config('FAILED_AFTER_SECONDS'),
    confirmations: confirmations ? onEveryChain(confirmations) : {},
    rateLimitPerMinute: config('RATE_LIMIT_PER_MINUTE') ?? rateLimits[mode],
    clientSessionsPerMinute: config('LINK_SESSIONS_PER_MINUTE'),
    baseUrl: 'http://localhost',
  }
}

function onEveryChain(confirmations: number): Settings['confirmations'] {
  return Object.fromEntries(chains.map(({ chainId }) => [chainId, confirmations]))
}
