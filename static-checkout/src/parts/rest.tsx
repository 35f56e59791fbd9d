import type { VNode } from 'preact'
import { secondsUntil } from '../state.ts'
import type { ViewProps } from '../view-props.ts'
import { Ways } from './ways.tsx'

/** The missing amount, behind a button: nobody should pay it who has sent it already. */
export function Rest(props: ViewProps & { label: string }): VNode | null {
  const { view, state, label } = props
  const isOpen = view.acceptsTopUps && secondsUntil(view.lateUntil, state.nowMs) > 0
  if (!isOpen) return null
  return (
    <details class="rest">
      <summary class="button primary">{label}</summary>
      <Ways {...props} />
    </details>
  )
}
