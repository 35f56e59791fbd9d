import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { Field } from '../parts/field.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { toast } from '../parts/toasts.tsx'
import { useSubmit } from '../service/use-submit.ts'
import { money } from '../texts/money/money.ts'
import { text } from '../texts/text.ts'
import { NoteField } from './note-field.tsx'

const ways = ['transaction', 'reference'] as const

type Way = (typeof ways)[number]

type Props = {
  id: string
  /** Without an address, no transaction can be checked. */
  needsAddress: boolean
  onClose: () => void
  onDone: () => void
}

/** Says how a refund was sent: by a transaction, which is checked on its chain, or in another way. */
export function RecordRefund({ id, needsAddress, onClose, onDone }: Props): VNode {
  const words = money.onePayment.refunds
  const [way, setWay] = useState<Way>(needsAddress ? 'reference' : 'transaction')
  const [typed, setTyped] = useState('')
  const [note, setNote] = useState('')
  const { submit, isBusy, failure, clear } = useSubmit('record-refund')
  const proof = typed.trim()
  const record = async () => {
    const by = way === 'transaction' ? { txHash: proof } : { reference: proof }
    if (!(await submit({ id, note: note.trim(), ...by }))) return
    toast(words.recorded)
    onDone()
  }
  return (
    <FormDialog
      title={words.recordTitle}
      text={words.recordText}
      onClose={onClose}
      submitLabel={words.record}
      busyLabel={way === 'transaction' ? words.checking : text.working}
      isBusy={isBusy}
      failure={failure}
      onSubmit={() => void record()}
    >
      {!needsAddress && (
        <fieldset class="choice" aria-label={words.way}>
          {ways.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={way === each}
              onClick={() => {
                clear()
                setWay(each)
              }}
            >
              {words.ways[each]}
            </button>
          ))}
        </fieldset>
      )}
      <Field
        label={words.proofs[way].label}
        hint={words.proofs[way].hint}
        value={typed}
        onValue={setTyped}
        maxLength={200}
        name={way === 'transaction' ? 'txHash' : 'reference'}
        problem={problemOf(way, proof)}
      />
      <NoteField value={note} onValue={setNote} />
    </FormDialog>
  )
}

/** Found before the service is asked, which checks the rest. */
function problemOf(way: Way, proof: string): string | undefined {
  const { wrongHash, noReference } = money.onePayment.refunds
  if (way === 'reference') return proof === '' ? noReference : undefined
  return /^0x[0-9a-fA-F]{64}$/.test(proof) ? undefined : wrongHash
}
