import type { VNode } from 'preact'
import { providerFacts } from '../../../shared/records/integrations/rules/provider-name.ts'
import { formatAmount } from '../format-amount.ts'
import type { Operations } from '../operations.ts'
import { Section } from '../parts/page.tsx'
import { mode } from '../router.ts'
import { useQuery } from '../service/use-query.ts'
import { money } from '../texts/money/money.ts'
import { providerPaymentTitle } from './provider-payment-title.ts'
import type { Unmatched } from './unmatched.ts'
import { UnmatchedRows } from './unmatched-rows.tsx'

type Payment = Operations['list-unmatched-payments']['output']['payments'][number]

/** Payments that hosted providers reported and that don't count. Shows nothing if there are none. */
export function UnmatchedPayments(): VNode | null {
  const query = useQuery('list-unmatched-payments', { mode: mode.value, limit: 100 })
  const payments = query.data?.payments ?? []
  if (payments.length === 0) return null
  return (
    <Section title={money.payouts.payments}>
      <UnmatchedRows rows={payments.map(unmatchedOf)} reload={query.reload} />
    </Section>
  )
}

const elsewhere: readonly Payment['reason'][] = [
  'already_paid',
  'wrong_wallet',
  'refunded',
  'partly_refunded',
  'not_delivered',
]

function unmatchedOf(payment: Payment): Unmatched {
  const { cursor, seenAt, id, sessionId, amount, currency, provider, reason } = payment
  return {
    cursor,
    title: providerPaymentTitle(payment),
    seenAt,
    id,
    sessionId,
    why: money.paymentReasons[reason],
    unlisted: null,
    amount:
      amount === null
        ? providerFacts[provider].title
        : formatAmount(`${amount} ${currency ?? ''}`.trim()),
    isRefundable: false,
    isAcceptable: !elsewhere.includes(reason),
  }
}
