import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { providerFacts } from '../../../shared/records/integrations/rules/provider-name.ts'
import { formatAmount } from '../format-amount.ts'
import type { Operations } from '../operations.ts'
import { Button } from '../parts/button.tsx'
import { Section } from '../parts/page.tsx'
import { Time } from '../parts/time.tsx'
import { mode } from '../router.ts'
import { notForViewers } from '../service/role.ts'
import { useQuery } from '../service/use-query.ts'
import { money } from '../texts/money/money.ts'
import { providerPaymentTitle } from './provider-payment-title.ts'
import { Resolve } from './resolve.tsx'
import type { Unmatched } from './unmatched.ts'

type Payment = Operations['list-unmatched-payments']['output']['payments'][number]

/** What hosted providers reported to be paid, and no payment counts. Nothing is shown if there is none. */
export function UnmatchedPayments(): VNode | null {
  const words = money.payouts
  const query = useQuery('list-unmatched-payments', { mode: mode.value, limit: 100 })
  const [chosen, setChosen] = useState<Unmatched>()
  const payments = query.data?.payments ?? []
  if (payments.length === 0) return null
  return (
    <Section title={words.payments}>
      <ul class="rows">
        {payments.map((payment) => (
          <li key={payment.cursor}>
            <div>
              <h3>
                {providerPaymentTitle(payment)}
                <small class="quiet">
                  <Time at={payment.seenAt} />
                </small>
              </h3>
              <p>{money.paymentReasons[payment.reason]}</p>
            </div>
            <Button
              kind="soft"
              reason={notForViewers()}
              onClick={() => setChosen(unmatchedOf(payment))}
            >
              {words.resolve}
              <span class="visually-hidden"> {providerPaymentTitle(payment)}</span>
            </Button>
          </li>
        ))}
      </ul>
      {chosen && (
        <Resolve
          unmatched={chosen}
          onClose={() => {
            setChosen(undefined)
            void query.reload()
          }}
        />
      )}
    </Section>
  )
}

const elsewhere: readonly Payment['reason'][] = [
  ...(['already_paid', 'wrong_wallet', 'refunded', 'partly_refunded', 'not_delivered'] as const),
]

function unmatchedOf(payment: Payment): Unmatched {
  const { id, sessionId, amount, currency, provider, reason } = payment
  return {
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
