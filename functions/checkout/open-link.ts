import { randomBytes } from 'node:crypto'
import type { Mode } from '../../shared/kernel/mode.ts'
import { openTable } from '../../shared/kernel/store/table.ts'
import { openLink, runOpenLink } from '../../shared/merchant/checkout/open-link.ts'
import type { Config } from '../config.ts'
import { pageFunction } from '../pipelines/page-function.ts'
import { sessionCreationServices } from '../services/session-creation-services.ts'
import { settingsOf } from '../services/settings-of.ts'

export function serve(config: Config) {
  const table = openTable(config('TABLE_NAME'))
  const settings = settingsOf(config, table)
  const given = { table, now: () => new Date(), randomBytes, settings }
  const limits = async (mode: Mode) => {
    const { clientSessionsPerMinute, linkSessionsPerMinute } = await given.settings(mode)
    return { perClient: clientSessionsPerMinute, perLink: linkSessionsPerMinute }
  }
  return pageFunction(openLink, runOpenLink, { ...sessionCreationServices(config, given), limits })
}
