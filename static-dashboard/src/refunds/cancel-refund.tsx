import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { FormDialog } from '../parts/form-dialog.tsx'
import { toast } from '../parts/toasts.tsx'
import { useSubmit } from '../service/use-submit.ts'
import { money } from '../texts/money/money.ts'
import { NoteField } from './note-field.tsx'

type Props = { id: string; onClose: () => void; onDone: () => void }

export function CancelRefund({ id, onClose, onDone }: Props): VNode {
  const words = money.onePayment.refunds
  const [note, setNote] = useState('')
  const { submit, isBusy, failure } = useSubmit('void-refund')
  const cancel = async () => {
    if (!(await submit({ id, note: note.trim() }))) return
    toast(words.canceled)
    onDone()
  }
  return (
    <FormDialog
      title={words.cancelTitle}
      text={words.cancelText}
      submitLabel={words.cancel}
      isBusy={isBusy}
      failure={failure}
      onSubmit={() => void cancel()}
      onClose={onClose}
    >
      <NoteField value={note} onValue={setNote} />
    </FormDialog>
  )
}
