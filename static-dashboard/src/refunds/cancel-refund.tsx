import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { OperationDialog } from '../parts/operation-dialog.tsx'
import { money } from '../texts/money/money.ts'
import { NoteField } from './note-field.tsx'

type Props = { id: string; onClose: () => void; onDone: () => void }

export function CancelRefund({ id, onClose, onDone }: Props): VNode {
  const words = money.onePayment.refunds
  const [note, setNote] = useState('')
  return (
    <OperationDialog
      title={words.cancelTitle}
      text={words.cancelText}
      submitLabel={words.cancel}
      operation="void-refund"
      input={{ id, note: note.trim() }}
      said={words.canceled}
      onDone={onDone}
      onClose={onClose}
    >
      <NoteField value={note} onValue={setNote} />
    </OperationDialog>
  )
}
