import type { VNode } from 'preact'
import type { CheckoutView } from '../../../shared/checkout-sessions/wire/checkout.ts'
import { formatRate, formatTime } from '../format.ts'
import { fill } from '../texts/template.ts'
import { text } from '../texts/text.ts'

/** What a careful customer checks before they send: folded away, because most don't. */
export function Trust({ view }: { view: CheckoutView }): VNode {
  const { asset, chainName: chain, tokenAddress, tokenUrl } = view
  return (
    <details class="more">
      <summary>{text.trust.title}</summary>
      <dl class="facts">
        <div>
          <dt>{text.trust.rate}</dt>
          <dd>{formatRate(view)}</dd>
        </div>
        <div>
          <dt>{text.trust.held}</dt>
          <dd>{formatTime(view.expiresAt)}</dd>
        </div>
        {tokenAddress && (
          <div>
            <dt>{text.trust.token}</dt>
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
      {!tokenAddress && <p class="note">{fill(text.trust.native, { asset, chain })}</p>}
      <p class="note">{fill(text.trust.watching, { chain })}</p>
    </details>
  )
}
