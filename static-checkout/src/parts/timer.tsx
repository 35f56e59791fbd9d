import type { VNode } from 'preact'
import { fill } from '../../../shared/kernel/template.ts'
import { formatCountdown } from '../format.ts'
import { text } from '../texts/text.ts'

const lowSeconds = 60

/** The time left at this price. In steps before payment, it appears only `whenLow`, so as not to worry the customer. */
export function Timer(props: { secondsLeft: number; whenLow?: boolean }): VNode | null {
  const isLow = props.secondsLeft <= lowSeconds
  if (props.whenLow && !isLow) return null
  return (
    <span role="timer" class={isLow ? 'timer low' : 'timer'}>
      {fill(text.timeLeft, { countdown: formatCountdown(props.secondsLeft) })}
    </span>
  )
}
