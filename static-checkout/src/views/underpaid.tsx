import type { VNode } from 'preact'
import type { CheckoutView } from '../../../shared/checkout-sessions/wire/checkout.ts'
import { differenceOf, formatAmount, formatTime } from '../format.ts'
import { AddressField } from '../parts/address-field.tsx'
import { CheckButton } from '../parts/check-button.tsx'
import { CopyField } from '../parts/copy-field.tsx'
import { Headline } from '../parts/headline.tsx'
import { Receipt } from '../parts/receipt.tsx'
import { BackLink } from '../parts/return-links.tsx'
import { ScanBox } from '../parts/scan-box.tsx'
import { secondsUntil } from '../state.ts'
import { fill } from '../texts/template.ts'
import { text } from '../texts/text.ts'
import type { ViewProps } from '../view-props.ts'

export function UnderpaidView({ view, state, actions }: ViewProps): VNode {
  const rest = differenceOf(view.amount, view.received)
  const missing = formatAmount(rest, view)
  const isOpen = !view.closed && secondsUntil(view.lateUntil, state.nowMs) > 0
  const canTopUp = view.acceptsTopUps && isOpen
  return (
    <div class="body">
      <Headline tone="warn" headline={text.underpaid.headline}>
        {canTopUp
          ? fill(text.underpaid.topUp, { missing, time: formatTime(view.lateUntil) })
          : `${fill(text.underpaid.missing, { missing })} ${text.underpaid.closed}`}
      </Headline>
      {canTopUp && <TopUp view={view} missing={rest.formatted} />}
      {canTopUp && (
        <CheckButton label={text.check.ask} check={state.check} onCheck={actions.check} />
      )}
      <Receipt view={view} />
      <BackLink view={view} />
    </div>
  )
}

function TopUp({ view, missing }: { view: CheckoutView; missing: string }): VNode {
  return (
    <div class="ways">
      <ScanBox address={view.address} amount={formatAmount({ formatted: missing }, view)} />
      <div class="fields">
        <CopyField label={text.underpaid.amount} value={missing}>
          {missing}
        </CopyField>
        <AddressField
          label={fill(text.send.address, { chain: view.chainName })}
          address={view.address}
        />
      </div>
    </div>
  )
}
