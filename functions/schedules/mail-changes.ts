import { subscriberCount } from '../../shared/admin/health/alarm-addresses.ts'
import { mailChanges } from '../../shared/admin/operators/mail-changes.ts'
import { ownerMailer } from '../../shared/aws/mail-owner.ts'
import type { Config } from '../../shared/kernel/operation/config.ts'
import { processServices } from '../../shared/kernel/operation/process-services.ts'
import { scheduledFunction } from '../pipelines/pausing-functions.ts'

/** Every ten minutes: mails owners the changes by which somebody could get at money. On one machine, they are in a file. */
export function serve(config: Config) {
  const deps = { ...processServices(config), mail: ownerMailer(config) }
  const countSubscribers = subscriberCount(config)
  return scheduledFunction(deps.table, () => mailChanges({ ...deps, countSubscribers }))
}
