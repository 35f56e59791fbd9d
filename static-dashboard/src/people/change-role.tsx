import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { fill } from '../../../shared/kernel/template.ts'
import { OperationDialog } from '../parts/operation-dialog.tsx'
import { text } from '../texts/text.ts'
import type { Person } from './person.ts'
import { RoleField } from './role-field.tsx'

export function ChangeRole({ person, onClose }: { person: Person; onClose: () => void }): VNode {
  const [role, setRole] = useState(person.role)
  return (
    <OperationDialog
      title={fill(text.people.roleTitle, { name: person.name || person.email })}
      onClose={onClose}
      submitLabel={text.save}
      operation="change-operator"
      input={{ id: person.id, role }}
      said={text.saved}
    >
      <RoleField value={role} onValue={setRole} />
    </OperationDialog>
  )
}
