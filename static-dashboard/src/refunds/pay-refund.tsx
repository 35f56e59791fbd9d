import type { VNode } from 'preact'
import { fill } from '../../../shared/kernel/template.ts'
import { GroupedAddress } from '../../../static-ui/grouped-address.tsx'
import { QrCode } from '../../../static-ui/qr-code.tsx'
import { Button } from '../parts/button.tsx'
import { CopyButton } from '../parts/copy.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Loaded } from '../parts/page.tsx'
import { useQuery } from '../service/use-query.ts'
import { money } from '../texts/money/money.ts'
import { text } from '../texts/text.ts'

/** Shows what to send from a wallet of the owner's: the service signs nothing here. */
export function PayRefund({ id, onClose }: { id: string; onClose: () => void }): VNode {
  const words = money.onePayment.refunds
  const query = useQuery('show-refund', { id })
  const { data } = query
  const amount = data?.amount?.formatted ?? ''
  return (
    <Dialog
      title={data ? fill(words.payTitle, { amount, asset: data.asset }) : words.pay}
      text={data ? fill(words.payText, { chain: data.chain ?? '' }) : ''}
      onClose={onClose}
    >
      <Loaded query={query} rows={3}>
        {({ address, paymentUri }) => (
          <div class="gas-address">
            {paymentUri !== null && <QrCode content={paymentUri} label={words.qr} />}
            <p class="mono">
              <GroupedAddress address={address ?? ''} />
            </p>
            <div class="actions">
              <CopyButton value={address ?? ''} label={words.copyAddress} />
              <CopyButton value={amount} label={words.copyAmount} />
              <Button kind="plain" onClick={onClose}>
                {text.close}
              </Button>
            </div>
          </div>
        )}
      </Loaded>
    </Dialog>
  )
}
