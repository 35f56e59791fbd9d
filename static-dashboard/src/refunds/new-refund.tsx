import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { fill } from '../../../shared/kernel/template.ts'
import { formatAmount } from '../format-amount.ts'
import type { Operations } from '../operations.ts'
import { Field, SelectField } from '../parts/field.tsx'
import { OperationDialog } from '../parts/operation-dialog.tsx'
import { SecretDialog } from '../parts/secret-dialog.tsx'
import { toast } from '../parts/toasts.tsx'
import type { ShownPayment } from '../payments/timeline.ts'
import { money } from '../texts/money/money.ts'

type Props = {
  payment: ShownPayment
  /** The unmatched deposit to refund, if the page was opened for one. */
  depositId: string | null
  onClose: () => void
  onPromised: () => void
}

type Given = { amount: string; reason: string; address: string }

/** Promises a refund: of the payment's counted money, or of an unmatched deposit. */
export function NewRefund({ payment, depositId, onClose, onPromised }: Props): VNode {
  const words = money.onePayment.refund
  const { refundable } = payment
  const first = refundable.findIndex((each) => each.depositId === depositId)
  const [index, setIndex] = useState(Math.max(0, first))
  const chosen = refundable[index]
  const [given, setGiven] = useState<Given>({
    amount: chosen?.suggested ?? '',
    reason: '',
    address: '',
  })
  const [link, setLink] = useState<string>()
  const { amount, reason, address } = trimmed(given)
  const tell = (made: Operations['add-refund']['output']) => {
    const { formatted } = made.amount
    toast(fill(words.promised, { amount: formatAmount(formatted, made.asset), asset: made.asset }))
    if (made.claimUrl === null) onPromised()
    else setLink(made.claimUrl)
  }
  if (link !== undefined) {
    return <SecretDialog secret={link} words={words.link} onClose={onPromised} />
  }
  return (
    <OperationDialog
      title={words.title}
      text={words.lead}
      onClose={onClose}
      submitLabel={words.submit}
      operation="add-refund"
      input={{
        sessionId: payment.id,
        amount,
        ...(chosen?.depositId && { depositId: chosen.depositId }),
        ...(reason !== '' && { reason }),
        ...(address !== '' && { address }),
      }}
      onDone={tell}
    >
      {refundable.length > 1 && (
        <SelectField
          label={words.what}
          options={refundable.map((each, at) => ({ value: String(at), label: labelOf(each) }))}
          value={String(index)}
          onValue={(value) => {
            setIndex(Number(value))
            setGiven({ ...given, amount: refundable[Number(value)]?.suggested ?? '' })
          }}
        />
      )}
      <Fields given={given} of={chosen} onGiven={setGiven} />
    </OperationDialog>
  )
}

type Refundable = ShownPayment['refundable'][number]

type FieldsProps = {
  given: Given
  of: Refundable | undefined
  onGiven: (given: Given) => void
}

function Fields({ given, of, onGiven }: FieldsProps): VNode {
  const words = money.onePayment.refund
  const set = (name: keyof Given) => (value: string) => onGiven({ ...given, [name]: value })
  return (
    <>
      <Field
        label={words.amount}
        value={given.amount}
        onValue={set('amount')}
        inputMode="decimal"
        suffix={of?.asset ?? ''}
        hint={of && fill(words.atMost, { amount: formatAmount(of.amount, of.asset) })}
        maxLength={80}
        name="amount"
        problem={isAmount(trimmed(given).amount) ? undefined : words.wrongAmount}
      />
      <Field
        label={words.address}
        hint={words.addressHint}
        value={given.address}
        onValue={set('address')}
        autocomplete="off"
        name="address"
        problem={isAddress(given.address) ? undefined : money.onePayment.refunds.wrongAddress}
      />
      <Field
        label={words.reason}
        hint={words.reasonHint}
        value={given.reason}
        onValue={set('reason')}
        maxLength={200}
        name="reason"
      />
    </>
  )
}

function labelOf({ depositId, amount, asset }: Refundable): string {
  const { counted, deposit } = money.onePayment.refund
  return fill(depositId === null ? counted : deposit, {
    amount: formatAmount(amount, asset),
    asset,
  })
}

function trimmed({ amount, reason, address }: Given): Given {
  return { amount: amount.trim().replace(',', '.'), reason: reason.trim(), address: address.trim() }
}

function isAmount(amount: string): boolean {
  return /^\d+(\.\d+)?$/.test(amount) && Number(amount) > 0
}

/** The service checks the rest. */
function isAddress(address: string): boolean {
  return address.trim() === '' || /^0x[0-9a-fA-F]{40}$/.test(address.trim())
}
