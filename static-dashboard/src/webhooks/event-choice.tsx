import type { VNode } from 'preact'
import { type EventType, eventTypes } from '../../../shared/records/outbox/rules/event.ts'
import { Check } from '../parts/check.tsx'
import { useFieldProblem } from '../parts/form-fields.ts'
import { tools } from '../texts/tools/tools.ts'

export function EventChoice(props: {
  events: readonly EventType[]
  onChange: (events: EventType[]) => void
}): VNode {
  const { events, onChange } = props
  const problem = events.length > 0 ? undefined : tools.webhooks.eventsMissing
  const error = useFieldProblem('events', { problem, name: 'events' })
  const toggle = (type: EventType, checked: boolean) =>
    onChange(eventTypes.filter((each) => (each === type ? checked : events.includes(each))))
  return (
    <fieldset {...(error !== undefined && { 'aria-describedby': 'events-note' })}>
      <legend class="field-title">{tools.webhooks.events}</legend>
      <div class="checks-grid">
        {eventTypes.map((type) => (
          <Check
            key={type}
            checked={events.includes(type)}
            onChange={(checked) => toggle(type, checked)}
          >
            <span class="mono">{type}</span>
          </Check>
        ))}
      </div>
      {error !== undefined && (
        <p class="note bad" id="events-note">
          {error}
        </p>
      )}
    </fieldset>
  )
}
