import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import type { Operations } from '../operations.ts'
import { FormDialog } from '../parts/form-dialog.tsx'
import { useSubmit } from '../service/use-submit.ts'
import { notices } from '../texts/notices/notices.ts'
import { text } from '../texts/text.ts'
import { NoticeChoiceFields } from './notice-choices.tsx'

type Destination = Operations['list-notice-destinations']['output']['destinations'][number]

type DialogProps = { onClose: () => void; onDone: () => void }

export function ChangeDestination(props: DialogProps & { destination: Destination }): VNode {
  const { id, language, about, withEmail, summary } = props.destination
  const [choices, setChoices] = useState({ language, about, withEmail, summary })
  const { submit, isBusy, failure } = useSubmit('change-notice-destination')
  const save = async () => {
    if (await submit({ id, ...choices })) props.onDone()
  }
  return (
    <FormDialog
      title={notices.editTitle}
      submitLabel={text.save}
      isBusy={isBusy}
      failure={failure}
      onSubmit={() => void save()}
      onClose={props.onClose}
    >
      <NoticeChoiceFields
        choices={choices}
        onChange={(changed) => setChoices({ ...changed, about: [...changed.about] })}
      />
    </FormDialog>
  )
}

/** Asks once more, since the address would have to be entered again. */
export function RemoveDestination({ id, onClose, onDone }: DialogProps & { id: string }): VNode {
  const { submit, isBusy, failure } = useSubmit('remove-notice-destination')
  return (
    <FormDialog
      title={notices.removeTitle}
      text={notices.removeText}
      submitLabel={notices.remove}
      isBusy={isBusy}
      failure={failure}
      onSubmit={() => void submit({ id }).then((removed) => removed && onDone())}
      onClose={onClose}
    />
  )
}
