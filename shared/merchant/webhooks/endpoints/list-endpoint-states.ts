import * as z from 'zod'
import { operatorOperation } from '../../../kernel/operation/operator-operation.ts'
import { eitherMode, modesOf } from '../../../kernel/wire/operator-input.ts'
import { listWebhookEndpoints } from '../../../records/outbox/store/webhook-endpoints.ts'
import { operatedEndpoint, presentOperatedEndpoint } from '../wire/endpoint-health.ts'

export const listEndpointStates = operatorOperation({
  name: 'list-endpoint-states',
  role: 'viewer',
  command: 'endpoints list',
  input: z.strictObject({ mode: eitherMode }),
  output: z.object({ endpoints: z.array(operatedEndpoint) }),
  touches: { table: 'read' },
  docs: { summary: 'List webhook endpoints, and why some are disabled' },
  async run({ table, now }, { input }) {
    const modes = modesOf(input.mode)
    const lists = await Promise.all(modes.map((mode) => listWebhookEndpoints(table, mode)))
    const endpoints = lists.flat().map((endpoint) => presentOperatedEndpoint(endpoint, now()))
    return { result: { endpoints } }
  },
})
