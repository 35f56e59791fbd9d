import { randomBytes } from 'node:crypto'
import { mailChanges } from '../../shared/admin/operators/mail-changes.ts'
import { openTable } from '../../shared/kernel/store/table.ts'
import type { Config } from '../config.ts'
import { scheduledFunction } from '../pipelines/pausing-functions.ts'
import { subscriberCount } from '../services/alarm-addresses.ts'
import { ownerMailer } from '../services/mail-owner.ts'

/** Every ten minutes: mails owners the changes by which somebody could get at money. On one machine, they are in a file. */
export function serve(config: Config) {
  const table = openTable(config('TABLE_NAME'))
  const deps = { table, now: () => new Date(), randomBytes, mail: ownerMailer(config) }
  const countSubscribers = subscriberCount(config)
  return scheduledFunction(table, () => mailChanges({ ...deps, countSubscribers }))
}
