import { requirePublicUrl, type UrlRules } from '../../../http/client/check-url.ts'
import type { AuditedDecision, Change } from '../../../kernel/operation/audit.ts'
import type { Table } from '../../../kernel/store/table.ts'
import type { Write } from '../../../kernel/store/transact.ts'
import type { EventType } from '../../../records/outbox/rules/event.ts'
import type { WebhookEndpoint } from '../../../records/outbox/rules/webhook-endpoint.ts'
import type { Named } from '../../../records/settings/shared-operation.ts'
import { webhookEndpointUpdate } from '../store/webhook-endpoint-changes.ts'
import { presentOperatedEndpoint } from '../wire/endpoint-health.ts'
import { requireEndpoint } from './require-endpoint.ts'

export type ChangeEndpointServices = { table: Table; now: () => Date; urlRules: UrlRules }

/** Only the given fields change. */
export type EndpointChanges = Named & {
  url?: string | undefined
  events?: readonly EventType[] | undefined
  active?: boolean | undefined
}

/** `before` is the endpoint before the change, which shows why and since when it was disabled. */
type Changed = { endpoint: WebhookEndpoint; before: WebhookEndpoint }

/**
 * Decides the change of an endpoint. Enabling it, or changing its URL, resets its failures. Throws
 * `resource_not_found`, and `parameter_invalid` for a URL that can't be public.
 */
export async function decideEndpointChange(
  { table, now, urlRules }: ChangeEndpointServices,
  input: EndpointChanges,
): Promise<AuditedDecision<Changed>> {
  const { url } = input
  if (url !== undefined) requirePublicUrl(url, urlRules)
  const before = await requireEndpoint(table, input)
  const changes = changesOf(before, input, now())
  const changed = { endpoint: { ...before, ...changes }, before }
  return {
    writes: [update(before, changes)],
    changes: [auditedChange(changed, { action: actionOf(input), at: now() })],
    result: changed,
  }
}

function actionOf({ url, events, active }: EndpointChanges): Change['action'] {
  if (url !== undefined || events !== undefined || active === undefined) {
    return 'webhook-endpoint.change'
  }
  return active ? 'webhook-endpoint.enable' : 'webhook-endpoint.disable'
}

function auditedChange(
  { endpoint, before }: Changed,
  { action, at }: { action: Change['action']; at: Date },
): Change {
  const shown = (state: WebhookEndpoint) => ({ ...presentOperatedEndpoint(state, at) })
  const { mode, id: target } = before
  return { mode, action, target, before: shown(before), after: shown(endpoint) }
}

/** Fails if another request changed the URL or the state of the endpoint since it was read. */
function update(before: WebhookEndpoint, changes: Changes): Write {
  const { url, active } = before
  return webhookEndpointUpdate(before, changes, { onlyIf: { url, active } })
}

type Changes = Partial<Omit<WebhookEndpoint, 'mode' | 'id' | 'createdAt'>>

function changesOf(
  before: WebhookEndpoint,
  { url = before.url, events, active = before.active }: EndpointChanges,
  at: Date,
): Changes {
  return {
    url,
    ...(events && { events: [...new Set(events)] }),
    // A disabled endpoint keeps it, since it shows since when events were missed.
    ...(url !== before.url && active && { failingSince: null }),
    ...activation(before, active, at),
  }
}

/** Disabling a disabled endpoint keeps its reason. */
function activation(before: WebhookEndpoint, active: boolean, at: Date): Changes {
  if (active === before.active) return {}
  return active
    ? { active, inactiveReason: null, inactiveSince: null, failingSince: null }
    : { active, inactiveReason: 'disabled', inactiveSince: at }
}
