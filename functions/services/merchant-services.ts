import { randomBytes } from 'node:crypto'
import type { RandomBytes } from '../../shared/kernel/ids.ts'
import type { Mode } from '../../shared/kernel/mode.ts'
import { openTable } from '../../shared/kernel/store/table.ts'
import { apiKeyAuthenticator } from '../../shared/records/api-keys/authenticate-api-key.ts'
import { apiKeyUses } from '../../shared/records/api-keys/note-api-key-use.ts'
import type { Settings } from '../../shared/records/settings/rules/settings.ts'
import type { Config } from '../config.ts'
import type { MerchantPipelineDeps } from '../pipelines/merchant-function.ts'
import { logFailure, report } from './log-error.ts'
import { settingsOf } from './settings-of.ts'

export type MerchantServices = MerchantPipelineDeps & {
  randomBytes: RandomBytes
  settings: (mode: Mode) => Promise<Settings>
}

/** The dependencies of every API function. */
export function merchantServices(config: Config): MerchantServices {
  const table = openTable(config('TABLE_NAME'))
  const now = () => new Date()
  const settings = settingsOf(config, table)
  const onProblem = (error: unknown) => report('use of an API key not noted', error)
  const noteUse = apiKeyUses({ table, now, onProblem })
  return {
    table,
    now,
    randomBytes,
    settings,
    findKey: apiKeyAuthenticator({ table, now, noteUse }),
    limitPerMinute: async (mode) => (await settings(mode)).rateLimitPerMinute,
    onFailure: logFailure,
  }
}
