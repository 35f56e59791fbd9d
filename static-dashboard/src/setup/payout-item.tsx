import type { VNode } from 'preact'
import { fill } from '../../../shared/kernel/template.ts'
import { GroupedAddress } from '../../../static-ui/grouped-address.tsx'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { Notice, Status } from '../parts/status.tsx'
import { setup } from '../texts/setup/setup.ts'
import { text } from '../texts/text.ts'
import type { PayoutRow } from './payout-rows.ts'
import type { usePayouts } from './use-payouts.ts'

type Props = { row: PayoutRow; payouts: ReturnType<typeof usePayouts> }

export function PayoutItem({ row, payouts }: Props): VNode {
  const { chainId, name, mode, state } = row
  if (state.kind === 'missing') return <MissingItem row={row} payouts={payouts} />
  const heading = (
    <h2>
      {name}
      <span class="tag">{text.modes[mode]}</span>
    </h2>
  )
  if (state.kind === 'left-out') {
    return (
      <li>
        <div>
          {heading}
          <p>{setup.payouts.leftOutText}</p>
        </div>
        <Button kind="soft" onClick={() => void payouts.leaveOut(chainId, false)}>
          {setup.payouts.setAfterAll}
          <span class="visually-hidden"> {name}</span>
        </Button>
      </li>
    )
  }
  return (
    <li>
      <div>
        {heading}
        <p class="mono">
          <GroupedAddress address={state.address} />
        </p>
      </div>
      <Status tone="ok">{setup.payouts.isSet}</Status>
      {payouts.contracts.includes(chainId) && (
        <div class="wide">
          <Notice tone="warn" title={fill(setup.payouts.contract, { name })}>
            {setup.payouts.contractText}
          </Notice>
        </div>
      )}
    </li>
  )
}

function MissingItem({ row: { chainId, name, mode }, payouts }: Props): VNode {
  return (
    <li class="missing">
      <Field
        label={`${name} (${text.modes[mode]})`}
        autocomplete="off"
        placeholder="0x"
        value={payouts.typedFor(chainId)}
        error={payouts.errorFor(chainId)}
        onValue={payouts.type(chainId)}
      />
      <Button kind="plain" onClick={() => void payouts.leaveOut(chainId, true)}>
        {setup.payouts.leaveOut}
        <span class="visually-hidden"> {name}</span>
      </Button>
    </li>
  )
}
