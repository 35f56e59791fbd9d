import * as z from 'zod'
import { urlRules } from '../../../http/client/url-rules.ts'
import { operatorOperation } from '../../../kernel/operation/operator-operation.ts'
import { url } from '../../../kernel/wire/url.ts'
import { operatedEndpoint, presentOperatedEndpoint } from '../wire/endpoint-health.ts'
import { endpointEvents } from '../wire/webhook-endpoint.ts'
import { type ChangeEndpointServices, decideEndpointChange } from './change-webhook-endpoint.ts'
import { endpointOfEitherMode } from './endpoint-of-either-mode.ts'

export const changeEndpoint = operatorOperation({
  name: 'change-endpoint',
  role: 'owner',
  proof: 'always',
  command: 'endpoints change',
  input: z.strictObject({
    id: z.string().describe('the id of an endpoint'),
    url: url.optional(),
    events: endpointEvents('no_types_kept').optional(),
  }),
  output: operatedEndpoint,
  touches: { table: 'write', administers: ['audit-log'] },
  docs: { summary: 'Change the URL or the event types of a webhook endpoint' },
  needs: (config) => ({ urlRules: urlRules(config) }),
  /** Only the given values change. */
  async run(services: ChangeEndpointServices, { input }) {
    const { mode, id } = await endpointOfEitherMode(services.table, input.id)
    const { result, ...decision } = await decideEndpointChange(services, { ...input, mode, id })
    return { ...decision, result: presentOperatedEndpoint(result.endpoint, services.now()) }
  },
})
