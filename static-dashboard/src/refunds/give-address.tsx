import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { Field } from '../parts/field.tsx'
import { OperationDialog } from '../parts/operation-dialog.tsx'
import { money } from '../texts/money/money.ts'

type Props = { id: string; onClose: () => void; onDone: () => void }

export function GiveAddress({ id, onClose, onDone }: Props): VNode {
  const words = money.onePayment.refunds
  const [typed, setTyped] = useState('')
  const address = typed.trim()
  return (
    <OperationDialog
      title={words.giveAddress}
      text={words.giveAddressText}
      submitLabel={words.giveAddress}
      operation="set-refund-address"
      input={{ id, address }}
      said={words.given}
      onDone={onDone}
      onClose={onClose}
    >
      <Field
        label={money.onePayment.refund.address}
        value={typed}
        onValue={setTyped}
        autocomplete="off"
        name="address"
        problem={/^0x[0-9a-fA-F]{40}$/.test(address) ? undefined : words.wrongAddress}
      />
    </OperationDialog>
  )
}
