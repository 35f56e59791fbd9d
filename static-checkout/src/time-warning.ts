import { fill } from '../../shared/kernel/template.ts'
import type { CheckoutView } from '../../shared/merchant/checkout/wire/checkout.ts'
import { formatCountdown } from './format.ts'
import { type State, secondsUntil } from './state.ts'
import { text } from './texts/text.ts'

const warnAtSeconds = [30, 120]

/** The remaining time, when little is left. */
export function timeWarning({ expiresAt }: CheckoutView, { nowMs }: State): string {
  const left = secondsUntil(expiresAt, nowMs)
  const warning = warnAtSeconds.find((seconds) => left <= seconds)
  return warning ? fill(text.timeSoon, { countdown: formatCountdown(warning) }) : ''
}
