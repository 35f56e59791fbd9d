import type { VNode } from 'preact'
import { fill } from '../../../shared/kernel/template.ts'
import { providerFacts } from '../../../shared/records/integrations/rules/provider-name.ts'
import { exactTime } from '../format.ts'
import { money } from '../texts/money/money.ts'
import { text } from '../texts/text.ts'
import { dayAndTime } from './clock-time.ts'
import { toneOf } from './payment-status.tsx'
import { type RailPart, railParts } from './rail-parts.ts'
import type { ShownPayment } from './timeline.ts'

/** More are drawn as one. */
const mostSegments = 12

export function Rail({ payment }: { payment: ShownPayment }): VNode {
  return (
    <ol class={`rail ${toneOf(payment.status)}`} aria-label={money.onePayment.rail.label}>
      {railParts(payment).map((part) => (
        <li key={part.name} {...(part.state === 'current' && { 'aria-current': 'step' as const })}>
          <span class="bar" aria-hidden="true">
            {segmentsOf(part, payment).map((isDone, index) => (
              <i key={index} class={isDone ? 'filled' : ''} />
            ))}
          </span>
          <b class={part.state === 'ahead' ? 'quiet' : ''}>{nameOf(part, payment)}</b>
          {part.at !== null && (
            <time dateTime={part.at} title={exactTime(new Date(part.at))}>
              {dayAndTime(new Date(part.at))}
            </time>
          )}
        </li>
      ))}
    </ol>
  )
}

/** Whether each piece of a part's bar is filled: one for each confirmation. */
function segmentsOf({ name, state }: RailPart, { received, terms }: ShownPayment): boolean[] {
  const of = terms.confirmationsRequired
  if (name !== 'confirmed' || of > mostSegments) return [state === 'done']
  const count = state === 'ahead' ? 0 : received.confirmations
  return Array.from({ length: of }, (_, index) => index < count)
}

function nameOf({ name, state }: RailPart, payment: ShownPayment): string {
  const { provider, firstSeenAt, received, terms, status } = payment
  const words = money.onePayment.rail
  if (name === 'result') return state === 'done' ? text.payments.statuses[status] : words.result
  if (name === 'confirmed') {
    const of = terms.confirmationsRequired
    const count = Math.min(received.confirmations, of)
    return state === 'ahead' ? words.confirmation : fill(words.confirmed, { count, of })
  }
  if (state === 'current') return words.waiting
  if (state === 'ahead') return words.notSent
  if (firstSeenAt !== null || provider === null) return words.sent
  return fill(words.through, { provider: providerFacts[provider].title })
}
