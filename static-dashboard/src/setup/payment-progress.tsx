import type { VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { fill } from '../../../shared/kernel/template.ts'
import type { CheckoutView } from '../../../shared/merchant/checkout/wire/checkout.ts'
import { GroupedAddress } from '../../../static-ui/grouped-address.tsx'
import { QrCode } from '../../../static-ui/qr-code.tsx'
import { formatAmount } from '../format-amount.ts'
import { Button } from '../parts/button.tsx'
import { CopyButton } from '../parts/copy.tsx'
import { Bones } from '../parts/page.tsx'
import { Notice, Status } from '../parts/status.tsx'
import { visit } from '../service/visit-state.ts'
import { setup } from '../texts/setup/setup.ts'
import { text } from '../texts/text.ts'
import { Back } from './back.tsx'
import { goOn } from './go-on.ts'
import { payWithPlayMoney, showPayment } from './test-payment.ts'

const everyMs = 1_500

export function PaymentProgress(props: {
  id: string
  aside: VNode
  /** Makes another payment, if this one can't be paid any more. */
  onAgain: () => void
}): VNode {
  const view = usePayment(props.id)
  if (!view) return <Bones />
  const isPaid = view.status === 'paid' || view.status === 'overpaid' || view.status === 'paid_late'
  return (
    <div class="payment">
      <p class="payment-status" role="status">
        <Status tone={isPaid ? 'ok' : toneOf(view)}>{statusWords(view)}</Status>
      </p>
      {view.status === 'pending' && <PayTo view={view} />}
      {overStatuses.has(view.status) && (
        <Notice
          tone="warn"
          title={setup.payment.overTitle}
          action={<Button onClick={props.onAgain}>{setup.payment.again}</Button>}
        >
          {setup.payment.overText}
        </Notice>
      )}
      {isPaid && (
        <Notice tone="ok" title={setup.payment.paidTitle}>
          {setup.payment.paidText}
        </Notice>
      )}
      <div class="go wizard-end">
        {isPaid ? <Back to="payouts" /> : props.aside}
        <Button
          kind={isPaid ? 'primary' : 'default'}
          reason={isPaid ? undefined : setup.payment.notPaid}
          onClick={() => void goOn('done')}
        >
          {setup.wizard.next}
        </Button>
      </div>
    </div>
  )
}

/** Nothing that is sent now counts for it. */
const overStatuses: ReadonlySet<string> = new Set(['expired', 'failed', 'underpaid'])

function usePayment(id: string): CheckoutView | undefined {
  const [view, setView] = useState<CheckoutView>()
  useEffect(() => {
    let isOpen = true
    const load = async () => {
      const loaded = await showPayment(id)
      if (!isOpen) return
      if (loaded) setView(loaded)
      window.setTimeout(() => void load(), everyMs)
    }
    void load()
    return () => {
      isOpen = false
    }
  }, [id])
  return view
}

function toneOf({ status }: CheckoutView): 'quiet' | 'info' | 'warn' {
  if (status === 'pending') return 'quiet'
  return status === 'detected' ? 'info' : 'warn'
}

function statusWords({ status, confirmations, confirmationsRequired }: CheckoutView): string {
  if (status !== 'detected') return text.statuses[status]
  const done = Math.min(confirmations, confirmationsRequired)
  return fill(setup.payment.confirming, { done, total: confirmationsRequired })
}

/** The payment as a customer sees it; on a local instance, with a wallet that pays at once. */
function PayTo({ view }: { view: CheckoutView }): VNode {
  const [state, setState] = useState<'idle' | 'paying' | 'failed'>('idle')
  const pay = async () => {
    setState('paying')
    if (!(await payWithPlayMoney(view))) setState('failed')
  }
  const { amount, asset, address, id } = view
  return (
    <div class="pay-to">
      <div>
        <p class="pay-amount">
          {formatAmount(amount.formatted, asset)} <small>{asset}</small>
        </p>
        <p class="mono">
          <GroupedAddress address={address} />
        </p>
        <div class="actions">
          {visit.value?.isLocal && (
            <Button
              kind="primary"
              busy={state === 'paying' && setup.payment.paying}
              onClick={() => void pay()}
            >
              {setup.payment.playMoney}
            </Button>
          )}
          <CopyButton value={address} label={setup.payment.copyAddress} />
          <a class="button soft" href={`/checkout/${id}`} target="_blank" rel="noreferrer">
            {setup.payment.openCheckout}
          </a>
        </div>
        {state === 'failed' && <Notice tone="bad" title={setup.payment.failed} />}
        {!visit.value?.isLocal && <p class="note">{setup.payment.faucet}</p>}
      </div>
      <QrCode content={address} label={setup.payment.qr} />
    </div>
  )
}
