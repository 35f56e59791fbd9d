import type { VNode } from 'preact'
import { fill } from '../../../shared/kernel/template.ts'
import type { CheckoutView } from '../../../shared/merchant/checkout/wire/checkout.ts'
import { formatRate, formatTime } from '../format.ts'
import { payText } from '../texts/pay/pay-text.ts'

/** Facts for a careful customer to check before they send: folded away, because most don't. */
export function Trust({ view }: { view: CheckoutView }): VNode {
  const { asset, chainName: chain, tokenAddress, tokenUrl } = view
  return (
    <details class="more">
      <summary>{payText.trust.title}</summary>
      <dl class="facts">
        <div>
          <dt>{payText.trust.rate}</dt>
          <dd>{formatRate(view)}</dd>
        </div>
        <div>
          <dt>{payText.trust.held}</dt>
          <dd>{formatTime(view.expiresAt)}</dd>
        </div>
        {tokenAddress && (
          <div>
            <dt>{payText.trust.token}</dt>
            <dd class="mono" dir="ltr">
              {tokenUrl ? (
                <a href={tokenUrl} target="_blank" rel="noopener noreferrer">
                  {tokenAddress}
                </a>
              ) : (
                tokenAddress
              )}
            </dd>
          </div>
        )}
      </dl>
      {!tokenAddress && <p class="note">{fill(payText.trust.native, { asset, chain })}</p>}
      <p class="note">{fill(payText.trust.watching, { chain })}</p>
    </details>
  )
}
