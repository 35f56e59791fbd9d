import type { VNode } from 'preact'
import { secondsUntil } from '../state.ts'
import type { ViewProps } from '../view-props.ts'
import { Timer } from './timer.tsx'

/** The heading of a step before payment, and its purpose. */
export function StepHead(props: Pick<ViewProps, 'view' | 'state'> & StepWords): VNode {
  const { view, state, headline, body } = props
  return (
    <header class="step-head">
      <div>
        <h1 tabIndex={-1}>{headline}</h1>
        <Timer secondsLeft={secondsUntil(view.expiresAt, state.nowMs)} whenLow />
      </div>
      <p>{body}</p>
    </header>
  )
}

type StepWords = { headline: string; body: string }
