import type { VNode } from 'preact'
import { eventExampleOf } from '../../../shared/openapi/event-examples.ts'
import { defaultEventTypes, eventTypes } from '../../../shared/records/outbox/rules/event.ts'
import { CodeBox } from '../parts/copy.tsx'
import { Icon } from '../parts/icon.tsx'
import { Section } from '../parts/page.tsx'
import { tools } from '../texts/tools/tools.ts'

const defaults: ReadonlySet<string> = new Set(defaultEventTypes)

export function Catalogue(): VNode {
  return (
    <Section title={tools.webhooks.catalogue} note={tools.webhooks.catalogueText}>
      <ul class="rows">
        {eventTypes.map((type) => (
          <li key={type} class="catalogue">
            <details class="more">
              <summary>
                <span class="mono">{type}</span>
                {!defaults.has(type) && <span class="tag">{tools.webhooks.optional}</span>}
                <span class="quiet">{tools.events.types[type]}</span>
                <Icon name="down" small />
              </summary>
              <CodeBox title={type} code={JSON.stringify(eventExampleOf(type), null, 2)} />
            </details>
          </li>
        ))}
      </ul>
    </Section>
  )
}
