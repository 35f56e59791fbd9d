import * as z from 'zod'
import { innerMap, moment } from '../../../kernel/store/codecs.ts'
import { readItem } from '../../../kernel/store/read-item.ts'
import { sealed } from '../../../kernel/store/sealed.ts'
import type { Table } from '../../../kernel/store/table.ts'
import type { Write } from '../../../kernel/store/transact.ts'
import { addition, replacement } from '../../../kernel/store/writes.ts'
import { type InstanceWebhook, noInstanceWebhook } from '../rules/instance-webhook.ts'
import { instanceWebhookKeys } from './keys.ts'

const receiver = {
  id: z.string(),
  url: z.string(),
  secret: sealed,
  secretPrefix: z.string(),
  previousSecrets: z.array(innerMap({ secret: sealed, until: moment })),
  createdAt: moment,
}

const codec = z.lazy(() =>
  z.object({
    version: z.int(),
    current: innerMap(receiver).nullable(),
    former: z.array(innerMap({ ...receiver, leftAt: moment })),
  }),
)

/** Returns `noInstanceWebhook` if none was ever stored (consistent). */
export async function loadInstanceWebhook(table: Table): Promise<InstanceWebhook> {
  const found = await readItem(table, instanceWebhookKeys.instanceWebhook(), codec)
  return found ?? noInstanceWebhook
}

/** The write of the next version; its condition fails if another writer was first. */
export function instanceWebhookWrite(webhook: InstanceWebhook): Write {
  const item = { ...instanceWebhookKeys.instanceWebhook(), ...z.encode(codec, webhook) }
  const from = webhook.version - 1
  return from === 0 ? addition(item) : replacement(item, from)
}
