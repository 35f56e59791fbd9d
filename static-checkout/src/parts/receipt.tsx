import type { VNode } from 'preact'
import { shortReference } from '../../../shared/merchant/checkout/rules/short-reference.ts'
import type { CheckoutView } from '../../../shared/merchant/checkout/wire/checkout.ts'
import { providerFacts } from '../../../shared/records/integrations/rules/provider-name.ts'
import { differenceOf, formatAmount, formatDateTime, formatFiat } from '../format.ts'
import { payText } from '../texts/pay/pay-text.ts'

type Row = { label: string; value: string; kind?: 'total' | 'link' | 'reference' }

/** The details of a payment, line by line. Rows without a value are left out. */
export function Receipt({ view }: { view: CheckoutView }): VNode {
  return (
    <dl class="receipt">
      {rowsOf(view).map(({ label, value, kind }) => (
        <div key={label} class={kind === 'total' ? 'total' : ''}>
          <dt>{label}</dt>
          <dd class={kind === 'link' ? 'mono' : ''}>
            {kind === 'link' ? <TransactionLink view={view} /> : value}
            {kind === 'reference' && <span class="mono">{view.id}</span>}
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
      title={payText.receipt.openTransaction}
    >
      {view.txHash}
    </a>
  )
}

function rowsOf(view: CheckoutView): Row[] {
  const { receipt } = payText
  const isReceived = view.received.base !== '0'
  const by = providerOf(view)
  return [
    ...(view.merchant.name ? [{ label: receipt.seller, value: view.merchant.name }] : []),
    ...(view.title ? [{ label: receipt.item, value: view.title }] : []),
    { label: receipt.price, value: formatFiat(view.fiat) },
    ...(by ? [{ label: receipt.provider, value: by }] : amountRow(view)),
    ...(isReceived
      ? [
          {
            label: receipt.received,
            value: formatAmount(view.received, view),
            kind: 'total' as const,
          },
        ]
      : []),
    ...differenceRow(view),
    ...(by ? [] : [{ label: receipt.network, value: view.chainName }]),
    ...(view.paidAt ? [{ label: receipt.paidAt, value: formatDateTime(view.paidAt) }] : []),
    ...(view.txHash
      ? [{ label: receipt.transaction, value: view.txHash, kind: 'link' as const }]
      : []),
    { label: receipt.reference, value: shortReference(view.id), kind: 'reference' },
  ]
}

/** The provider that the customer pays through, if any: what the order costs in coins is nothing to them. */
function providerOf(view: CheckoutView): string | null {
  const { provider } = view
  if (!provider || (provider.isLeft && !provider.hasPaid)) return null
  return providerFacts[provider.name].title
}

function amountRow(view: CheckoutView): Row[] {
  return [{ label: payText.receipt.amount, value: formatAmount(view.amount, view) }]
}

function differenceRow(view: CheckoutView): Row[] {
  const { status, amount, received } = view
  const missing = differenceOf(amount, received)
  if (status === 'underpaid' && missing.base !== '0') {
    return [{ label: payText.receipt.missing, value: formatAmount(missing, view) }]
  }
  if (status !== 'overpaid') return []
  const extra = formatAmount(differenceOf(received, amount), view)
  return [{ label: payText.receipt.extra, value: extra }]
}
