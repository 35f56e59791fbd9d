import type { VNode } from 'preact'
import { text } from '../texts/text.ts'

/** The progress of the payment. `reached` is the current step; `segments` splits it into confirmations. */
export type Progress = {
  reached: 0 | 1 | 2
  tone: 'active' | 'ok' | 'warn' | 'bad' | 'rest'
  segments?: { done: number; total: number }
}

export function Rail({ reached, tone, segments }: Progress): VNode {
  return (
    <ol class={`rail rail-${tone}`} aria-label={text.steps.label}>
      {[text.steps.send, text.steps.confirm, text.steps.done].map((label, step) => (
        <li
          key={label}
          class={stepClass(step, reached)}
          {...(step === reached && { 'aria-current': 'step' as const })}
        >
          <span class="bar" aria-hidden="true">
            <Bar
              total={step === reached && segments ? segments.total : 1}
              done={segments?.done ?? 0}
            />
          </span>
          {label}
        </li>
      ))}
    </ol>
  )
}

function Bar({ total, done }: { total: number; done: number }): VNode {
  if (total === 1) return <i class="full" />
  return (
    <>
      {Array.from({ length: total }, (_, index) => (
        <i key={index} class={segmentClass(index, done)} />
      ))}
    </>
  )
}

function segmentClass(index: number, done: number): string {
  if (index < done) return 'full'
  return index === done ? 'next' : ''
}

function stepClass(step: number, reached: number): string {
  if (step === reached) return 'current'
  return step < reached ? 'past' : 'ahead'
}
