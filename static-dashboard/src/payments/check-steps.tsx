import type { VNode } from 'preact'
import { fill } from '../../../static-ui/template.ts'
import { Status } from '../parts/status.tsx'
import type { WorkStep } from '../service/follow-work.ts'
import { money } from '../texts/money/money.ts'

const looks = {
  running: ['info', 'confirming'],
  done: ['ok', 'ok'],
  failed: ['bad', 'bad'],
} as const

/** What a check does, as it happens. */
export function CheckSteps({ steps }: { steps: readonly WorkStep[] }): VNode | null {
  if (steps.length === 0) return null
  return (
    <ul class="steps" aria-live="polite" aria-label={money.onePayment.check.steps}>
      {steps.map(({ name, of, state }) => {
        const [tone, icon] = looks[state]
        return (
          <li key={`${name}${of}`}>
            <span>{stepName(name, of ?? '')}</span>
            <Status tone={tone} icon={icon}>
              {money.onePayment.check.states[state]}
            </Status>
          </li>
        )
      })}
    </ul>
  )
}

function stepName(name: string, network: string): string {
  if (name === 'read-chain') return fill(money.onePayment.check.reading, { network })
  if (name === 'search-tokens') return fill(money.onePayment.check.searching, { network })
  return `${name} ${network}`
}
