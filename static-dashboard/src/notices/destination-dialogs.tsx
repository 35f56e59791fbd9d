import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import type { Operations } from '../operations.ts'
import { OperationDialog } from '../parts/operation-dialog.tsx'
import { notices } from '../texts/notices/notices.ts'
import { text } from '../texts/text.ts'
import { NoticeChoiceFields } from './notice-choices.tsx'

type Destination = Operations['list-notice-destinations']['output']['destinations'][number]

type DialogProps = { onClose: () => void; onDone: () => void }

export function ChangeDestination(props: DialogProps & { destination: Destination }): VNode {
  const { id, language, about, withEmail, summary } = props.destination
  const [choices, setChoices] = useState({ language, about, withEmail, summary })
  return (
    <OperationDialog
      title={notices.editTitle}
      submitLabel={text.save}
      operation="change-notice-destination"
      input={{ id, ...choices }}
      onDone={props.onDone}
      onClose={props.onClose}
    >
      <NoticeChoiceFields
        choices={choices}
        onChange={(changed) => setChoices({ ...changed, about: [...changed.about] })}
      />
    </OperationDialog>
  )
}

/** Asks once more, since the address would have to be entered again. */
export function RemoveDestination({ id, onClose, onDone }: DialogProps & { id: string }): VNode {
  return (
    <OperationDialog
      title={notices.removeTitle}
      text={notices.removeText}
      submitLabel={notices.remove}
      operation="remove-notice-destination"
      input={{ id }}
      onDone={onDone}
      onClose={onClose}
    />
  )
}
