import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { providerFacts } from '../../../shared/records/integrations/rules/provider-name.ts'
import { GroupedAddress } from '../../../static-ui/grouped-address.tsx'
import { Button } from '../parts/button.tsx'
import { Section } from '../parts/page.tsx'
import { Status, type Tone } from '../parts/status.tsx'
import { Time } from '../parts/time.tsx'
import { TransactionLink } from '../payments/chain-links.tsx'
import type { ShownPayment } from '../payments/timeline.ts'
import { ownersOnly } from '../service/role.ts'
import { money } from '../texts/money/money.ts'
import { CancelRefund } from './cancel-refund.tsx'
import { GiveAddress } from './give-address.tsx'
import { PayRefund } from './pay-refund.tsx'
import { RecordRefund } from './record-refund.tsx'
import { refundedAmount } from './refunded-amount.ts'

type Refund = ShownPayment['refunds'][number]

type Action = 'pay' | 'giveAddress' | 'record' | 'cancel'

const tones = {
  awaiting_address: 'quiet',
  ready: 'warn',
  sent: 'info',
  confirmed: 'ok',
  reported: 'ok',
  canceled: 'quiet',
} as const satisfies Record<Refund['status'], Tone>

const actions: Readonly<Record<Refund['status'], readonly Action[]>> = {
  awaiting_address: ['giveAddress', 'record', 'cancel'],
  ready: ['pay', 'record', 'cancel'],
  sent: ['cancel'],
  confirmed: ['cancel'],
  reported: ['cancel'],
  canceled: [],
}

/** A hosted provider's is decided there. */
function actionsOn({ status, provider }: Refund): readonly Action[] {
  return provider === null ? actions[status] : []
}

type Props = { payment: ShownPayment; reload: () => Promise<void> }

export function RefundList({ payment, reload }: Props): VNode | null {
  const words = money.onePayment.refunds
  const [chosen, setChosen] = useState<{ refund: Refund; action: Action }>()
  if (payment.refunds.length === 0) return null
  const done = () => {
    setChosen(undefined)
    void reload()
  }
  return (
    <Section title={words.title}>
      <ul class="rows">
        {payment.refunds.map((refund) => (
          <li key={refund.id}>
            <div>
              <h3>
                {refundedAmount(refund)}{' '}
                <Status tone={tones[refund.status]}>{words.statuses[refund.status]}</Status>
                <small class="quiet">
                  <Time at={refund.updatedAt} />
                </small>
              </h3>
              <Facts refund={refund} payment={payment} />
            </div>
            <span class="actions">
              {actionsOn(refund).map((action) => (
                <Button
                  key={action}
                  kind="soft"
                  reason={action === 'pay' ? undefined : ownersOnly()}
                  onClick={() => setChosen({ refund, action })}
                >
                  {words[action]}
                </Button>
              ))}
            </span>
          </li>
        ))}
      </ul>
      {chosen && <Chosen {...chosen} onClose={() => setChosen(undefined)} onDone={done} />}
    </Section>
  )
}

function Facts({ refund, payment }: { refund: Refund; payment: ShownPayment }): VNode {
  const words = money.onePayment.refunds
  const { address, addressGivenBy, txHash, reference, reason, chainId, provider } = refund
  const notes = [provider === null ? null : providerFacts[provider].title, reference, reason]
  return (
    <>
      {address !== null && (
        <p class="mono">
          {words.to} <GroupedAddress address={address} />
          {addressGivenBy !== null && <> ({words.givers[addressGivenBy]})</>}
        </p>
      )}
      {txHash !== null && chainId !== null && (
        <p>
          <TransactionLink payment={payment} chainId={chainId} hash={txHash} />
        </p>
      )}
      {notes.some((each) => each !== null) && (
        <p>{notes.filter((each) => each !== null).join(' · ')}</p>
      )}
    </>
  )
}

type ChosenProps = { refund: Refund; action: Action; onClose: () => void; onDone: () => void }

function Chosen({ refund, action, onClose, onDone }: ChosenProps): VNode {
  const of = { id: refund.id, onClose, onDone }
  switch (action) {
    case 'pay':
      return <PayRefund id={refund.id} onClose={onClose} />
    case 'giveAddress':
      return <GiveAddress {...of} />
    case 'record':
      return <RecordRefund {...of} needsAddress={refund.address === null} />
    case 'cancel':
      return <CancelRefund {...of} />
  }
}
