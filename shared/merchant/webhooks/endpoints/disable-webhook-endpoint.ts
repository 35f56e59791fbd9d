import { urlRules } from '../../../http/client/url-rules.ts'
import { operatorOperation } from '../../../kernel/operation/operator-operation.ts'
import { byId } from '../../../kernel/wire/operator-input.ts'
import { ofEitherMode } from '../../../records/settings/shared-operation.ts'
import { operatedEndpoint, presentOperatedEndpoint } from '../wire/endpoint-health.ts'
import { type ChangeEndpointServices, decideEndpointChange } from './change-webhook-endpoint.ts'

export const disableWebhookEndpoint = operatorOperation({
  name: 'disable-webhook-endpoint',
  role: 'owner',
  proof: 'always',
  command: 'endpoints disable',
  input: byId('the id of an endpoint'),
  output: operatedEndpoint,
  touches: { table: 'write', administers: ['audit-log'] },
  docs: { summary: 'Disable a webhook endpoint' },
  needs: (config) => ({ urlRules: urlRules(config) }),
  async run(services: ChangeEndpointServices, { input }) {
    const change = { ...ofEitherMode(input), active: false }
    const { result, ...decision } = await decideEndpointChange(services, change)
    return { ...decision, result: presentOperatedEndpoint(result.endpoint, services.now()) }
  },
})
