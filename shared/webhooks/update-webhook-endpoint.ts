import type { EventType } from '../events/rules/event.ts'
import { resourceNotFound, ServiceError } from '../kernel/errors.ts'
import type { ExtraWrites, Raced } from '../kernel/extra-writes.ts'
import { invariant } from '../kernel/invariant.ts'
import type { Mode } from '../kernel/mode.ts'
import type { Table } from '../kernel/store/table.ts'
import { transact, type Write } from '../kernel/store/transact.ts'
import type { WebhookEndpoint } from './rules/webhook-endpoint.ts'
import { requireWebhookUrl, type UrlRules } from './sending/check-url.ts'
import { webhookEndpointUpdate } from './store/webhook-endpoint-changes.ts'
import { loadWebhookEndpoint } from './store/webhook-endpoints.ts'

export type UpdateWebhookEndpointDeps = {
  table: Table
  now: () => Date
  urlRules: UrlRules
}

/** Only what is given changes. */
export type UpdateWebhookEndpoint = {
  mode: Mode
  id: string
  url?: string | undefined
  events?: readonly EventType[] | undefined
  active?: boolean | undefined
}

/** `before` is the endpoint as it was: why it was switched off, and since when. */
type Updated = { endpoint: WebhookEndpoint; before: WebhookEndpoint }

const attempts = 5

/**
 * Changes an endpoint. Switched on, or at another URL, it starts with a clean slate. Throws `resource_not_found`, and
 * `parameter_invalid` for a URL that cannot be public.
 */
export async function updateWebhookEndpoint(
  deps: UpdateWebhookEndpointDeps,
  input: UpdateWebhookEndpoint,
  { extraWrites }: { extraWrites?: ExtraWrites<WebhookEndpoint> } = {},
): Promise<Updated | Raced> {
  const { mode, id, url } = input
  if (url !== undefined) requireWebhookUrl(url, deps.urlRules)
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const before = await loadWebhookEndpoint(deps.table, mode, id)
    if (!before) throw resourceNotFound('webhook endpoint', id)
    const changes = changesOf(before, input, deps.now())
    const endpoint = { ...before, ...changes }
    const extra = (await extraWrites?.(endpoint)) ?? []
    const outcome = await transact(deps.table, [update(before, changes), ...extra])
    if (outcome.committed) return { endpoint, before }
    if (outcome.failed.some(({ index }) => index > 0)) return { idempotencyRaced: true }
  }
  throw new ServiceError(
    'state_changed',
    `The webhook endpoint ${id} is being changed by others. Try again.`,
  )
}

/** The same for callers that keep no record of their reply. */
export async function changeWebhookEndpoint(
  deps: UpdateWebhookEndpointDeps,
  input: UpdateWebhookEndpoint,
): Promise<Updated> {
  const updated = await updateWebhookEndpoint(deps, input)
  invariant('endpoint' in updated, 'only a recorded reply can lose a race')
  return updated
}

/** Fails where somebody else moved or switched the endpoint since it was read. */
function update(before: WebhookEndpoint, changes: Changes): Write {
  const { url, active } = before
  return webhookEndpointUpdate(before, changes, { onlyIf: { url, active } })
}

type Changes = Partial<Omit<WebhookEndpoint, 'mode' | 'id' | 'createdAt'>>

function changesOf(
  before: WebhookEndpoint,
  { url = before.url, events, active = before.active }: UpdateWebhookEndpoint,
  at: Date,
): Changes {
  return {
    url,
    ...(events && { events: [...new Set(events)] }),
    // One that is off keeps it: it says since when events were missed, until it is switched on.
    ...(url !== before.url && active && { failingSince: null }),
    ...switched(before, active, at),
  }
}

/** Switching off what is off already keeps its reason. */
function switched(before: WebhookEndpoint, active: boolean, at: Date): Changes {
  if (active === before.active) return {}
  return active
    ? { active, inactiveReason: null, inactiveSince: null, failingSince: null }
    : { active, inactiveReason: 'switched_off', inactiveSince: at }
}
