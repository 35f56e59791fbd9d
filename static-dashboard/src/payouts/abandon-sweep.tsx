import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { Field } from '../parts/field.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { toast } from '../parts/toasts.tsx'
import { useSubmit } from '../service/use-submit.ts'
import { money } from '../texts/money/money.ts'

/** Ends a sweep that hangs, with a note. */
export function AbandonSweep({ id, onClose }: { id: string; onClose: () => void }): VNode {
  const words = money.payouts
  const [note, setNote] = useState('')
  const { submit, isBusy, failure } = useSubmit('abandon-sweep')
  const send = async () => {
    if (!(await submit({ id, note: note.trim() }))) return
    toast(words.abandoned)
    onClose()
  }
  return (
    <FormDialog
      title={words.abandonTitle}
      text={words.abandonText}
      submitLabel={words.abandon}
      isBusy={isBusy}
      failure={failure}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      <Field
        label={words.note}
        hint={words.noteHint}
        autocomplete="off"
        autofocus
        maxLength={300}
        value={note}
        name="note"
        problem={note.trim() === '' ? words.noteMissing : undefined}
        onValue={setNote}
      />
    </FormDialog>
  )
}
