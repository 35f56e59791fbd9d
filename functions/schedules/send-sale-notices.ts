import { setTimeout } from 'node:timers/promises'
import { noticeFailed } from '../../shared/admin/sale-notices/notice-log.ts'
import { noticeServices } from '../../shared/admin/sale-notices/notice-services.ts'
import { sendSaleNotices } from '../../shared/admin/sale-notices/send-sale-notices.ts'
import type { Config } from '../../shared/kernel/operation/config.ts'
import { openTable } from '../../shared/kernel/store/table.ts'
import { log } from '../../shared/log/log.ts'
import { settingsOf } from '../../shared/records/settings/settings-of.ts'
import { scheduledFunction } from '../pipelines/pausing-functions.ts'
import { scheduledMode } from './scheduled-mode.ts'

/** Once a minute per mode: sends notices about sales, by mail and to chats. */
export function serve(config: Config) {
  const table = openTable(config('TABLE_NAME'))
  const services = {
    ...noticeServices(config),
    table,
    now: () => new Date(),
    settings: settingsOf(config, table),
    wait: (milliseconds: number) => setTimeout(milliseconds),
    // An event may be stored a minute after it got its id.
    settledMs: 2_000 * config('SCHEDULE_SECONDS'),
    onFailure: noticeFailed,
  }
  return scheduledFunction(table, async (event): Promise<{ sent: number }> => {
    const mode = scheduledMode(event)
    const sent = await sendSaleNotices(services, mode)
    if (sent > 0) log('sale notices sent', { mode, count: sent })
    return { sent }
  })
}
