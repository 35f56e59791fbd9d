import { SNSClient } from '@aws-sdk/client-sns'
import { mailChanges } from '../../shared/admin/operators/mail-changes.ts'
import { openTable } from '../../shared/kernel/store/table.ts'
import type { Config } from '../config.ts'
import { scheduledFunction } from '../pipelines/pausing-functions.ts'
import { isLocal } from '../services/is-local.ts'
import { mailOwner } from '../services/mail-owner.ts'

/** Every ten minutes: mails owners the changes by which somebody could get at money. One machine has no topic to mail through. */
export function serve(config: Config) {
  const table = openTable(config('TABLE_NAME'))
  const sns = new SNSClient()
  return scheduledFunction(table, async (): Promise<{ told: number }> => {
    if (isLocal(config)) return { told: 0 }
    const mail = (about: Parameters<typeof mailOwner>[2]) =>
      mailOwner(sns, config('ALARM_TOPIC_ARN'), about)
    return mailChanges({ table, now: () => new Date(), mail })
  })
}
