import type { VNode } from 'preact'
import { fill } from '../../../shared/kernel/template.ts'
import type { Operations } from '../operations.ts'
import type { IconName } from '../parts/icon.tsx'
import { Status, type Tone } from '../parts/status.tsx'
import { text } from '../texts/text.ts'

export type PaymentStatusName = Operations['list-payments']['output']['payments'][number]['status']

const looks = {
  pending: ['quiet', 'waiting'],
  detected: ['info', 'confirming'],
  paid: ['ok', 'ok'],
  paid_late: ['ok', 'late'],
  // What is too much waits for a decision, as what is missing does.
  overpaid: ['warn', 'over'],
  underpaid: ['warn', 'minus'],
  expired: ['quiet', 'expired'],
  failed: ['bad', 'bad'],
} as const satisfies Record<PaymentStatusName, readonly [Tone, IconName]>

export function toneOf(status: PaymentStatusName): Tone {
  return looks[status][0]
}

export function iconOf(status: PaymentStatusName): IconName {
  return looks[status][1]
}

/** The status of a payment; while it is being confirmed, how far it is. */
export function PaymentStatus(props: {
  status: PaymentStatusName
  confirmations?: readonly [number, number]
}): VNode {
  const { status, confirmations } = props
  const [count, of] = confirmations ?? [0, 0]
  return (
    <Status tone={toneOf(status)} icon={iconOf(status)}>
      {text.payments.statuses[status]}
      {status === 'detected' && confirmations && (
        <span class="quiet">{fill(text.payments.counted, { count, of })}</span>
      )}
    </Status>
  )
}
