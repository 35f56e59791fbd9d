import * as z from 'zod'
import { moment } from '../../../kernel/store/codecs.ts'
import { readItem } from '../../../kernel/store/read-item.ts'
import type { Table } from '../../../kernel/store/table.ts'
import type { Write } from '../../../kernel/store/transact.ts'
import { upsert } from '../../../kernel/store/writes.ts'
import { operatorKeys } from './keys.ts'

const ownerMailItem = z.lazy(() =>
  z.object({
    toldUntil: moment,
    mailedAt: moment.nullable(),
    // 0.2.0 has the mail's for both.
    postedUntil: moment.optional(),
    postedAt: moment.nullable().optional(),
    /** 0.2.0 drops it, so the webhook is then notified again that nobody is mailed. */
    unmailedSince: moment.nullable().optional(),
  }),
)

/** Entries of the audit log before `until` were sent, or needn't be. `at` is when something was last sent. */
export type Sent = { until: Date; at: Date | null }

/** `unmailedSince` is since when the webhook has known that nobody is mailed. */
export type OwnerMailState = { mail: Sent; webhook: Sent; unmailedSince: Date | null }

export async function loadOwnerMail(table: Table): Promise<OwnerMailState | undefined> {
  const item = await readItem(table, operatorKeys.ownerMail(), ownerMailItem)
  if (!item) return undefined
  const { toldUntil, mailedAt, postedUntil = toldUntil, postedAt = mailedAt } = item
  const { unmailedSince = null } = item
  return {
    mail: { until: toldUntil, at: mailedAt },
    webhook: { until: postedUntil, at: postedAt },
    unmailedSince,
  }
}

export function ownerMailWrite({ mail, webhook, unmailedSince }: OwnerMailState): Write {
  const item = {
    toldUntil: mail.until,
    mailedAt: mail.at,
    postedUntil: webhook.until,
    postedAt: webhook.at,
    unmailedSince,
  }
  return upsert({ ...operatorKeys.ownerMail(), ...z.encode(ownerMailItem, item) })
}
