import type { VNode } from 'preact'
import { fill } from '../../../shared/kernel/template.ts'
import { OperationDialog } from '../parts/operation-dialog.tsx'
import { text } from '../texts/text.ts'
import type { Person } from './person.ts'

export function RemovePerson({ person, onClose }: { person: Person; onClose: () => void }): VNode {
  return (
    <OperationDialog
      title={fill(text.people.removeTitle, { name: person.name || person.email })}
      text={text.people.removeLead}
      onClose={onClose}
      submitLabel={text.people.remove}
      operation="remove-operator"
      input={{ id: person.id }}
    />
  )
}
