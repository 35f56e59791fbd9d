import type { VNode } from 'preact'
import { providerFacts } from '../../../shared/records/integrations/rules/provider-name.ts'
import { formatFiat } from '../format.ts'
import type { Operations } from '../operations.ts'
import { Amount } from '../parts/amount.tsx'
import type { Column } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { text } from '../texts/text.ts'
import { PaymentStatus } from './payment-status.tsx'

export type Payment = Operations['list-payments']['output']['payments'][number]

export function paymentColumns(): readonly Column<Payment>[] {
  const titles = text.payments.columns
  return [
    {
      name: 'status',
      title: titles.status,
      card: 'lead',
      cell: ({ status, confirmations, confirmationsRequired: required }) => (
        <PaymentStatus status={status} confirmations={[confirmations, required]} />
      ),
    },
    {
      name: 'who',
      title: titles.who,
      card: 'plain',
      isLink: true,
      cell: (payment) => <Who payment={payment} />,
    },
    {
      name: 'price',
      title: titles.price,
      align: 'end',
      card: 'aside',
      cell: ({ fiat }) => <b>{formatFiat(fiat)}</b>,
    },
    {
      name: 'amount',
      title: titles.amount,
      align: 'end',
      cell: (payment) => <Paid payment={payment} />,
    },
    {
      name: 'network',
      title: titles.network,
      card: 'hidden',
      cell: ({ provider, chainName }) => (provider ? providerFacts[provider].title : chainName),
    },
    {
      name: 'created',
      title: titles.created,
      align: 'end',
      cell: ({ createdAt }) => <Time at={createdAt} />,
    },
  ]
}

function Who({
  payment: { customerEmail, linkTitle, reference, id },
}: {
  payment: Payment
}): VNode {
  const facts = [linkTitle, reference].filter((fact) => fact !== null)
  return (
    <>
      <b>{customerEmail ?? text.payments.noEmail}</b>
      <small>{facts.length > 0 ? facts.join(' · ') : <span class="mono">{id}</span>}</small>
    </>
  )
}

/** The amount that arrived, if it differs from the amount that was asked for; else that. */
function Paid({ payment }: { payment: Payment }): VNode | null {
  const { amount, received, asset, status, provider } = payment
  // Whoever pays through a provider is asked for the price, and sends no coins.
  if (provider !== null && Number(received) === 0) return null
  const differs = received !== amount && (status === 'underpaid' || status === 'overpaid')
  return (
    <div>
      <Amount value={differs ? received : amount} asset={asset} />
      {differs && (
        <small>
          <Amount before={text.payments.ofAmount} value={amount} asset={asset} />
        </small>
      )}
    </div>
  )
}
