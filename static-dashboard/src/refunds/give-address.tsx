import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { Field } from '../parts/field.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { toast } from '../parts/toasts.tsx'
import { useSubmit } from '../service/use-submit.ts'
import { money } from '../texts/money/money.ts'

type Props = { id: string; onClose: () => void; onDone: () => void }

export function GiveAddress({ id, onClose, onDone }: Props): VNode {
  const words = money.onePayment.refunds
  const [typed, setTyped] = useState('')
  const { submit, isBusy, failure } = useSubmit('set-refund-address')
  const address = typed.trim()
  const give = async () => {
    if (!(await submit({ id, address }))) return
    toast(words.given)
    onDone()
  }
  return (
    <FormDialog
      title={words.giveAddress}
      text={words.giveAddressText}
      submitLabel={words.giveAddress}
      isBusy={isBusy}
      failure={failure}
      onSubmit={() => void give()}
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
    </FormDialog>
  )
}
