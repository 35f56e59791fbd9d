import type { VNode } from 'preact'
import { fill } from '../../../shared/kernel/template.ts'
import type { WorkStep } from '../service/follow-work.ts'
import { text } from '../texts/text.ts'
import { Status } from './status.tsx'

const looks = {
  running: ['info', 'confirming'],
  done: ['ok', 'ok'],
  failed: ['bad', 'bad'],
} as const

export function WorkSteps({ steps }: { steps: readonly WorkStep[] }): VNode | null {
  if (steps.length === 0) return null
  return (
    <ul class="steps" aria-live="polite" aria-label={text.work.steps}>
      {steps.map(({ name, of, state }) => {
        const [tone, icon] = looks[state]
        return (
          <li key={`${name}${of}`}>
            <span>{stepName(name, of ?? '')}</span>
            <Status tone={tone} icon={icon}>
              {text.work.states[state]}
            </Status>
          </li>
        )
      })}
    </ul>
  )
}

function stepName(name: string, of: string): string {
  const known: Readonly<Record<string, string>> = text.work.names
  return fill(known[name] ?? `${name} {of}`, { of })
}
