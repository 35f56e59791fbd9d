import type { VNode } from 'preact'
import { fill } from '../../../shared/kernel/template.ts'
import { useModule } from '../../../static-ui/use-module.ts'
import { formatAmount } from '../format.ts'
import { dueOf } from '../money.ts'
import { payText } from '../texts/pay/pay-text.ts'
import { useTouch } from '../use-pointer.ts'
import type { ViewProps } from '../view-props.ts'
import { useWallets } from '../wallets/use-wallets.ts'
import { AddressField } from './address-field.tsx'
import { CopyField } from './copy-field.tsx'
import { ScanBox } from './scan-box.tsx'
import { WalletButtons } from './wallet-buttons.tsx'

/** The ways to pay the amount due: a wallet on this device first, then by hand, then with another device. */
export function Ways(props: ViewProps): VNode {
  const { view } = props
  const isTouch = useTouch()
  const wallets = useWallets()
  const due = dueOf(view)
  return (
    <div class="ways">
      {wallets.length > 0 && <WalletButtons {...props} wallets={wallets} />}
      {wallets.length === 0 && isTouch && view.walletApps.length > 0 && <WalletApps {...props} />}
      <div class="fields">
        <CopyField
          label={view.received.base === '0' ? payText.send.amount : payText.underpaid.amount}
          value={due.formatted}
        >
          {due.formatted}
        </CopyField>
        <AddressField
          label={fill(payText.send.address, { chain: view.chainName })}
          address={view.address}
        />
        <p class="note">{payText.send.exchange}</p>
      </div>
      {isTouch ? (
        <details class="more">
          <summary>{payText.send.otherDevice}</summary>
          <ScanBox view={view} due={due} />
        </details>
      ) : (
        <ScanBox view={view} due={due} />
      )}
    </div>
  )
}

/** On a phone: the wallets that it can open. */
function WalletApps({ view }: ViewProps): VNode {
  const sheet = useModule(() => import('./wallet-sheet.tsx'))
  const due = dueOf(view)
  const amount = formatAmount(due, view)
  return sheet ? (
    <sheet.WalletSheet payment={{ ...view, due }} amount={amount} />
  ) : (
    <button type="button" class="button primary" aria-disabled>
      {payText.wallets.choose}
    </button>
  )
}
