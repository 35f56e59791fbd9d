import type { VNode } from 'preact'
import { fill } from '../../../shared/kernel/template.ts'
import { FormDialog } from '../parts/form-dialog.tsx'
import { useSubmit } from '../service/use-submit.ts'
import { text } from '../texts/text.ts'
import type { Person } from './person.ts'

export function RemovePerson({ person, onClose }: { person: Person; onClose: () => void }): VNode {
  const { submit, isBusy, failure } = useSubmit('remove-operator')
  const send = async () => {
    if (await submit({ id: person.id })) onClose()
  }
  return (
    <FormDialog
      title={fill(text.people.removeTitle, { name: person.name || person.email })}
      text={text.people.removeLead}
      onClose={onClose}
      submitLabel={text.people.remove}
      isBusy={isBusy}
      failure={failure}
      onSubmit={() => void send()}
    />
  )
}
