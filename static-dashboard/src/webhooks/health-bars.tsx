import type { VNode } from 'preact'
import { fill } from '../../../shared/kernel/template.ts'
import { tools } from '../texts/tools/tools.ts'
import type { EndpointHealth } from './endpoint.ts'

type Attempts = EndpointHealth['attempts']

/** The latest attempts, oldest first: low bars were delivered, high ones were not. */
export function HealthBars({ endpoint }: { endpoint: EndpointHealth }): VNode {
  const { attempts, delivered } = endpoint
  const words =
    attempts.length === 0
      ? tools.webhooks.noAttempts
      : fill(tools.webhooks.health, { count: attempts.length, delivered })
  return (
    <div class="health">
      <dt>{words}</dt>
      <dd aria-hidden="true">
        {attempts.toReversed().map(({ deliveryId, number, startedAt, state }) => (
          <i
            key={`${deliveryId} ${number} ${startedAt}`}
            class={state === 'delivered' ? 'delivered' : 'undelivered'}
          />
        ))}
      </dd>
    </div>
  )
}

/** Attempts are newest first. */
export function lastFailureOf(attempts: Attempts): Attempts[number] | undefined {
  return attempts.find(({ state }) => state === 'refused' || state === 'failed')
}
