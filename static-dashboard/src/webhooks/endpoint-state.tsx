import type { VNode } from 'preact'
import { fill } from '../../../shared/kernel/template.ts'
import { defaultEventTypes } from '../../../shared/records/outbox/rules/event.ts'
import { counted, relativeTime } from '../format.ts'
import { now } from '../now.ts'
import { Status } from '../parts/status.tsx'
import { tools } from '../texts/tools/tools.ts'
import type { Endpoint } from './endpoint.ts'

export function EndpointState({ endpoint }: { endpoint: Endpoint }): VNode {
  const { active, inactiveReason, failingSince } = endpoint
  if (!active) {
    // Whoever disabled it knows.
    const tone = inactiveReason === 'disabled' ? 'quiet' : 'bad'
    return <Status tone={tone}>{tools.webhooks.disabled}</Status>
  }
  if (failingSince === null) return <Status tone="ok">{tools.webhooks.working}</Status>
  const time = relativeTime(new Date(failingSince), now.value)
  return <Status tone="warn">{fill(tools.webhooks.failingSince, { time })}</Status>
}

/** How many event types, or that they are the default ones. */
export function eventsOf(events: readonly string[]): string {
  const isDefault =
    events.length === defaultEventTypes.length &&
    defaultEventTypes.every((type) => events.includes(type))
  if (isDefault) return tools.webhooks.defaultEvents
  const [only] = events
  if (events.length === 1 && only !== undefined) return only
  return counted(tools.webhooks.eventCount, events.length)
}
