import * as z from 'zod'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import { loadInstanceDeliveryHealth } from './store/instance-deliveries.ts'
import { loadInstanceWebhook } from './store/instance-webhook.ts'
import { presentInstanceWebhook, shownInstanceWebhook } from './wire/shown-instance-webhook.ts'

const shown = z.object({ webhook: shownInstanceWebhook.nullable() })

export const showInstanceWebhook = operatorOperation({
  name: 'show-instance-webhook',
  role: 'owner',
  command: 'instance-webhook show',
  input: z.strictObject({}),
  output: shown,
  touches: { table: 'read', administers: ['instance-webhook', 'instance-deliveries'] },
  docs: { summary: 'Show where the changes of the instance are sent, and whether they arrive' },
  async run({ table, now }) {
    const [{ current }, health] = await Promise.all([
      loadInstanceWebhook(table),
      loadInstanceDeliveryHealth(table),
    ])
    return { result: { webhook: current && presentInstanceWebhook(current, health, now()) } }
  },
})
