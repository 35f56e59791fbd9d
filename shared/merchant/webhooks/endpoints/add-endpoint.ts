import * as z from 'zod'
import { appSecrets } from '../../../http/app-secrets.ts'
import { urlRules } from '../../../http/client/url-rules.ts'
import { modes } from '../../../kernel/mode.ts'
import { operatorOperation } from '../../../kernel/operation/operator-operation.ts'
import { operatedEndpoint, presentOperatedEndpoint } from '../wire/endpoint-health.ts'
import {
  type CreateEndpointServices,
  decideEndpointCreation,
  newWebhookEndpoint,
} from './create-webhook-endpoint.ts'

export const addEndpoint = operatorOperation({
  name: 'add-endpoint',
  role: 'owner',
  proof: 'always',
  command: 'endpoints create',
  input: newWebhookEndpoint.extend({ mode: z.enum(modes) }),
  output: operatedEndpoint.unwrap().extend({ secret: z.string() }),
  touches: { table: 'write', encrypts: ['app-secrets'], administers: ['audit-log'] },
  docs: { summary: 'Create a webhook endpoint, whose secret is shown once' },
  needs: (config) => ({ sealSecret: appSecrets(config).seal, urlRules: urlRules(config) }),
  /** `secret` is never shown again. */
  async run(services: CreateEndpointServices, { input: { mode, ...body } }) {
    const { result, ...decision } = await decideEndpointCreation(services, { mode, body })
    const shown = presentOperatedEndpoint(result.endpoint, services.now())
    return { ...decision, result: { ...shown, secret: result.secret } }
  },
})
