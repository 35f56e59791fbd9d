import * as z from 'zod'
import { urlRules } from '../../../http/client/url-rules.ts'
import { type AuditDeps, withAudit } from '../../../kernel/operation/audit.ts'
import { commit } from '../../../kernel/operation/commit.ts'
import { operatorOperation } from '../../../kernel/operation/operator-operation.ts'
import type { Table } from '../../../kernel/store/table.ts'
import { byId } from '../../../kernel/wire/operator-input.ts'
import { timestamp } from '../../../kernel/wire/primitives.ts'
import type { WebhookEndpoint } from '../../../records/outbox/rules/webhook-endpoint.ts'
import { undeliveredSince } from '../../../records/outbox/store/delivery-lists.ts'
import { ofEitherMode } from '../../../records/settings/shared-operation.ts'
import { operatedEndpoint, presentOperatedEndpoint } from '../wire/endpoint-health.ts'
import { type ChangeEndpointServices, decideEndpointChange } from './change-webhook-endpoint.ts'

/** Events that the endpoint missed and that can be sent now. Null if it was already enabled. */
const missed = z.object({ since: timestamp, count: z.int() }).nullable()

const enabledEndpoint = operatedEndpoint.unwrap().extend({ missed })

export const enableWebhookEndpoint = operatorOperation({
  name: 'enable-webhook-endpoint',
  role: 'owner',
  proof: 'always',
  command: 'endpoints enable',
  input: byId('the id of an endpoint'),
  output: enabledEndpoint,
  touches: { table: 'write', administers: ['audit-log'] },
  docs: { summary: 'Enable a webhook endpoint again, and count what it missed' },
  needs: (config) => ({ urlRules: urlRules(config) }),
  /**
   * Enables an endpoint first and then counts the events that it missed while it failed or was disabled, up to about
   * 1,000: until it is enabled, deliveries to it may still be canceled. Throws `resource_not_found`.
   */
  async run(services: ChangeEndpointServices & AuditDeps, { input, findActor }) {
    const changed = await commit(services.table, async () => {
      const decision = await decideEndpointChange(services, {
        ...ofEitherMode(input),
        active: true,
      })
      return withAudit(services, decision, findActor)
    })
    const { endpoint, before } = changed
    const shown = presentOperatedEndpoint(endpoint, services.now())
    const missed = before.active ? null : await missedBy(services.table, before)
    return { result: { ...shown, missed } }
  },
})

const countLimit = 1_000

async function missedBy(table: Table, before: WebhookEndpoint): Promise<z.infer<typeof missed>> {
  const { mode, id: endpointId } = before
  const since = missingSince(before)
  let count = 0
  for await (const page of undeliveredSince(table, { mode, endpointId, since })) {
    count += page.length
    if (count >= countLimit) break
  }
  return { since: since.toISOString(), count }
}

/** The earlier of both times, since an attempt may have failed before or after the endpoint was disabled. */
function missingSince({ failingSince, inactiveSince, createdAt }: WebhookEndpoint): Date {
  const [first] = [failingSince, inactiveSince].filter((at) => at !== null).sort((a, b) => +a - +b)
  return first ?? createdAt
}
