import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { fill } from '../../../static-ui/template.ts'
import { formatAmount } from '../format-amount.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Field } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { toast } from '../parts/toasts.tsx'
import { useSubmit } from '../service/use-submit.ts'
import { money } from '../texts/money/money.ts'
import { text } from '../texts/text.ts'
import type { ShownPayment } from './timeline.ts'

const ways = ['transaction', 'reference'] as const

type Way = (typeof ways)[number]

type Given = { amount: string; proof: string; note: string }

type Props = { payment: ShownPayment; onClose: () => void; onRecorded: () => void }

/** Records a refund that the owner sent: by a transaction, which is checked on its chain, or in another way. */
export function RefundDialog({ payment, onClose, onRecorded }: Props): VNode {
  const [way, setWay] = useState<Way>('transaction')
  const [given, setGiven] = useState<Given>({ amount: '', proof: '', note: '' })
  const { submit, isBusy, failure, clear } = useSubmit('record-refund')
  const words = money.onePayment.refund
  const unit = way === 'transaction' ? payment.terms.asset : payment.fiat.currency
  const problems = problemsIn(trimmed(given), way)
  const record = async () => {
    const { amount, proof, note } = trimmed(given)
    const by = way === 'transaction' ? { txHash: proof } : { reference: proof }
    const recorded = await submit({ id: payment.id, amount, note, ...by })
    if (!recorded) return
    toast(fill(words.recorded, { amount: formatAmount(amount), unit }))
    onRecorded()
  }
  return (
    <Dialog title={words.title} text={words.lead} onClose={onClose}>
      <Form
        submitLabel={words.submit}
        busyLabel={way === 'transaction' ? words.checking : text.working}
        isBusy={isBusy}
        failure={failure}
        onSubmit={() => void record()}
        aside={<Cancel onCancel={onClose} />}
      >
        <WayChoice
          way={way}
          onWay={(each) => {
            clear()
            setWay(each)
          }}
        />
        <Fields way={way} unit={unit} given={given} problems={problems} onGiven={setGiven} />
      </Form>
    </Dialog>
  )
}

type FieldsProps = {
  way: Way
  unit: string
  given: Given
  problems: Problems
  onGiven: (given: Given) => void
}

function Fields({ way, unit, given, problems, onGiven }: FieldsProps): VNode {
  const words = money.onePayment.refund
  const set = (name: keyof Given) => (value: string) => onGiven({ ...given, [name]: value })
  return (
    <>
      <Field
        label={words.amount}
        value={given.amount}
        onValue={set('amount')}
        inputMode="decimal"
        suffix={unit}
        maxLength={60}
        name="amount"
        problem={problems.amount}
      />
      <Field
        label={words.proofs[way].label}
        hint={words.proofs[way].hint}
        value={given.proof}
        onValue={set('proof')}
        maxLength={200}
        name={way === 'transaction' ? 'txHash' : 'reference'}
        problem={problems.proof}
      />
      <Field
        label={money.onePayment.settle.note}
        value={given.note}
        onValue={set('note')}
        maxLength={1000}
        name="note"
        problem={problems.note}
      />
    </>
  )
}

function Cancel({ onCancel }: { onCancel: () => void }): VNode {
  return (
    <Button kind="plain" onClick={onCancel}>
      {text.cancel}
    </Button>
  )
}

function WayChoice({ way, onWay }: { way: Way; onWay: (way: Way) => void }): VNode {
  const words = money.onePayment.refund
  return (
    <fieldset class="choice" aria-label={words.way}>
      {ways.map((each) => (
        <button key={each} type="button" aria-pressed={way === each} onClick={() => onWay(each)}>
          {words.ways[each]}
        </button>
      ))}
    </fieldset>
  )
}

type Problems = Readonly<Record<keyof Given, string | undefined>>

function trimmed({ amount, proof, note }: Given): Given {
  return { amount: amount.trim().replace(',', '.'), proof: proof.trim(), note: note.trim() }
}

/** What is wrong with each field before the service is asked, which checks the rest. */
function problemsIn({ amount, proof, note }: Given, way: Way): Problems {
  const { wrongAmount, wrongHash, noReference } = money.onePayment.refund
  const isAmount = /^\d+(\.\d+)?$/.test(amount) && Number(amount) > 0
  const isHash = /^0x[0-9a-fA-F]{64}$/.test(proof)
  const unproved = way === 'transaction' ? !isHash && wrongHash : proof === '' && noReference
  return {
    amount: isAmount ? undefined : wrongAmount,
    proof: unproved || undefined,
    note: note === '' ? money.onePayment.settle.noteMissing : undefined,
  }
}
