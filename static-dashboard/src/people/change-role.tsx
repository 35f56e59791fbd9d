import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { fill } from '../../../shared/kernel/template.ts'
import { FormDialog } from '../parts/form-dialog.tsx'
import { toast } from '../parts/toasts.tsx'
import { useSubmit } from '../service/use-submit.ts'
import { text } from '../texts/text.ts'
import type { Person } from './person.ts'
import { RoleField } from './role-field.tsx'

export function ChangeRole({ person, onClose }: { person: Person; onClose: () => void }): VNode {
  const [role, setRole] = useState(person.role)
  const { submit, isBusy, failure } = useSubmit('change-operator')
  const send = async () => {
    if (!(await submit({ id: person.id, role }))) return
    toast(text.saved)
    onClose()
  }
  return (
    <FormDialog
      title={fill(text.people.roleTitle, { name: person.name || person.email })}
      onClose={onClose}
      submitLabel={text.save}
      isBusy={isBusy}
      failure={failure}
      onSubmit={() => void send()}
    >
      <RoleField value={role} onValue={setRole} />
    </FormDialog>
  )
}
