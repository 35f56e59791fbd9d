import * as z from 'zod'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import { receiverChange, receiverWrite } from './replace-receiver.ts'
import { refuseInstanceWebhook } from './rules/instance-webhook-refusals.ts'
import { loadInstanceWebhook } from './store/instance-webhook.ts'

const removed = z.object({ removed: z.literal(true) })

export const removeInstanceWebhook = operatorOperation({
  name: 'remove-instance-webhook',
  role: 'owner',
  proof: 'always',
  command: 'instance-webhook remove',
  input: z.strictObject({}),
  output: removed,
  touches: { table: 'write', administers: ['instance-webhook', 'audit-log'] },
  docs: { summary: 'Send no more changes to the URL, which is notified of that; mails continue' },
  /** The receiver is still sent this change, and what waits for it. Throws `resource_not_found` if there is none. */
  async run({ table, now }) {
    const before = await loadInstanceWebhook(table)
    const { current } = before
    if (!current) throw refuseInstanceWebhook('no_instance_webhook')
    return {
      writes: [receiverWrite(before, null, now())],
      changes: [receiverChange('webhook-endpoint.delete', current, null)],
      result: { removed: true } as const,
    }
  },
})
