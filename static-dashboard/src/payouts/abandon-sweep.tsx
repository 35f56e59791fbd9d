import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { Field } from '../parts/field.tsx'
import { OperationDialog } from '../parts/operation-dialog.tsx'
import { money } from '../texts/money/money.ts'

/** Ends a sweep that hangs, with a note. */
export function AbandonSweep({ id, onClose }: { id: string; onClose: () => void }): VNode {
  const words = money.payouts
  const [note, setNote] = useState('')
  return (
    <OperationDialog
      title={words.abandonTitle}
      text={words.abandonText}
      submitLabel={words.abandon}
      operation="abandon-sweep"
      input={{ id, note: note.trim() }}
      said={words.abandoned}
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
    </OperationDialog>
  )
}
