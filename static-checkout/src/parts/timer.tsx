import type { VNode } from 'preact'
import { formatCountdown } from '../format.ts'
import { text } from '../text.ts'

const lowSeconds = 60

/** The time left at this price. Where nothing can be paid yet it shows only `whenLow`, since it would only unsettle. */
export function Timer(props: { secondsLeft: number; whenLow?: boolean }): VNode | null {
  const isLow = props.secondsLeft <= lowSeconds
  if (props.whenLow && !isLow) return null
  return (
    <span role="timer" class={isLow ? 'timer low' : 'timer'}>
      {text.send.left(formatCountdown(props.secondsLeft))}
    </span>
  )
}
