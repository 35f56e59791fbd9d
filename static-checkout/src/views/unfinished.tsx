import type { VNode } from 'preact'
import type { CheckoutView } from '../../../shared/merchant/checkout/wire/checkout.ts'
import { providerFacts } from '../../../shared/records/integrations/rules/provider-name.ts'
import { isAtProvider } from '../customer-steps.ts'
import { formatAmount, formatFiat } from '../format.ts'
import { CancelLink } from '../parts/cancel-link.tsx'
import { Headline } from '../parts/headline.tsx'
import { payText } from '../texts/pay/pay-text.ts'
import type { Actions } from '../view-props.ts'

/** The customer opened the link again with a payment of it unfinished: paying twice would be the worst outcome. */
export function UnfinishedView({ view, actions }: { view: CheckoutView; actions: Actions }): VNode {
  return (
    <div class="body">
      <Headline tone="info" headline={payText.unfinished.headline}>
        {payText.unfinished.body}
      </Headline>
      <dl class="receipt">
        {factsOf(view).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <button type="button" class="button primary" onClick={() => actions.resume(view)}>
        {payText.unfinished.continue}
      </button>
      <button type="button" class="button secondary" onClick={actions.startNew}>
        {payText.unfinished.startNew}
      </button>
      <div class="foot">
        <CancelLink view={view} />
      </div>
    </div>
  )
}

function factsOf(view: CheckoutView): [string, string][] {
  const { receipt } = payText
  if (view.provider && isAtProvider(view)) {
    return [
      [receipt.price, formatFiat(view.fiat)],
      [receipt.provider, providerFacts[view.provider.name].title],
    ]
  }
  return [
    [receipt.amount, formatAmount(view.amount, view)],
    [receipt.network, view.chainName],
  ]
}
