import * as z from 'zod'
import type { Decision } from '../../../kernel/operation/commit.ts'
import { operatorOperation } from '../../../kernel/operation/operation.ts'
import type { OperatorInputOf } from '../../../kernel/operation/operator-request.ts'
import type { Table } from '../../../kernel/store/table.ts'
import { eitherMode, modesOf } from '../../../kernel/wire/operator-input.ts'
import { listWebhookEndpoints } from '../../../records/outbox/store/webhook-endpoints.ts'
import {
  type OperatedEndpointBody,
  operatedEndpoint,
  presentOperatedEndpoint,
} from '../wire/endpoint-health.ts'

export const listEndpointStates = operatorOperation({
  name: 'list-endpoint-states',
  role: 'viewer',
  command: 'endpoints list',
  input: z.strictObject({ mode: eitherMode }),
  output: z.object({ endpoints: z.array(operatedEndpoint) }),
  touches: { table: 'read' },
  docs: { summary: 'List webhook endpoints, and why some are disabled' },
})

export async function runListEndpointStates(
  { table, now }: { table: Table; now: () => Date },
  { input }: OperatorInputOf<typeof listEndpointStates>,
): Promise<Decision<{ endpoints: OperatedEndpointBody[] }>> {
  const modes = modesOf(input.mode)
  const lists = await Promise.all(modes.map((mode) => listWebhookEndpoints(table, mode)))
  const endpoints = lists.flat().map((endpoint) => presentOperatedEndpoint(endpoint, now()))
  return { result: { endpoints } }
}
