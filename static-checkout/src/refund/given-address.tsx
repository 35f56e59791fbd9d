import type { VNode } from 'preact'
import { fill } from '../../../shared/kernel/template.ts'
import type { ClaimView } from '../../../shared/money/refunds/wire/claim.ts'
import { GroupedAddress } from '../../../static-ui/grouped-address.tsx'
import { formatAmount } from '../format.ts'
import { Headline } from '../parts/headline.tsx'
import { refundText } from '../texts/refund/refund-text.ts'

const tones = {
  ready: 'info',
  sent: 'info',
  confirmed: 'ok',
  reported: 'ok',
  canceled: 'warn',
} as const

export function GivenAddress({ view }: { view: ClaimView }): VNode {
  const { status, address, chainName: chain, transactionUrl } = view
  const shown = status === 'awaiting_address' ? 'ready' : status
  const amount = formatAmount({ formatted: view.amount }, view)
  return (
    <div class="body">
      <Headline tone={tones[shown]} headline={refundText[shown].headline}>
        {fill(refundText[shown].body, { amount })}
      </Headline>
      {address !== null && (
        <dl class="receipt">
          <div>
            <dt>{fill(refundText.address, { chain })}</dt>
            <dd dir="ltr">
              <GroupedAddress address={address} />
            </dd>
          </div>
        </dl>
      )}
      {transactionUrl !== null && (
        <a class="button secondary" href={transactionUrl} target="_blank" rel="noreferrer">
          {refundText.transaction}
        </a>
      )}
    </div>
  )
}
