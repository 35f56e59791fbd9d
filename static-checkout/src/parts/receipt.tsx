import type { VNode } from 'preact'
import type { CheckoutView } from '../../../shared/checkout-sessions/wire/checkout.ts'
import { formatDateTime, formatDifference, formatFiat } from '../format.ts'
import { text } from '../text.ts'

type Row = { label: string; value: string; kind?: 'total' | 'mono' | 'link' }

/** The details of a payment, line by line. Rows without a value are left out. */
export function Receipt({ view }: { view: CheckoutView }): VNode {
  return (
    <dl class="receipt">
      {rowsOf(view).map(({ label, value, kind }) => (
        <div key={label} class={kind === 'total' ? 'total' : ''}>
          <dt>{label}</dt>
          <dd class={kind === 'mono' || kind === 'link' ? 'mono' : ''}>
            {kind === 'link' ? <TransactionLink view={view} /> : value}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function TransactionLink({ view }: { view: CheckoutView }): VNode {
  if (!view.transactionUrl) return <>{view.txHash}</>
  return (
    <a
      href={view.transactionUrl}
      target="_blank"
      rel="noopener noreferrer"
      title={text.receipt.openTransaction}
    >
      {view.txHash}
    </a>
  )
}

function rowsOf(view: CheckoutView): Row[] {
  const { receipt } = text
  const isReceived = view.received.base !== '0'
  return [
    { label: receipt.price, value: formatFiat(view.fiat) },
    { label: receipt.amount, value: `${view.amount.formatted} ${view.asset}` },
    ...(isReceived
      ? [
          {
            label: receipt.received,
            value: `${view.received.formatted} ${view.asset}`,
            kind: 'total' as const,
          },
        ]
      : []),
    ...differenceRow(view),
    { label: receipt.network, value: view.chainName },
    ...(view.paidAt ? [{ label: receipt.paidAt, value: formatDateTime(view.paidAt) }] : []),
    ...(view.txHash
      ? [{ label: receipt.transaction, value: view.txHash, kind: 'link' as const }]
      : []),
    { label: receipt.reference, value: view.id, kind: 'mono' },
  ]
}

function differenceRow({ status, amount, received, asset }: CheckoutView): Row[] {
  if (status === 'underpaid') {
    const missing = formatDifference(amount.base, received.base, amount.decimals)
    return [{ label: text.receipt.missing, value: `${missing} ${asset}` }]
  }
  if (status !== 'overpaid') return []
  const extra = formatDifference(received.base, amount.base, amount.decimals)
  return [{ label: text.receipt.extra, value: `${extra} ${asset}` }]
}
