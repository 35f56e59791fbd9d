import type { VNode } from 'preact'
import { type Role as AnyRole, roles } from '../../../shared/kernel/roles.ts'
import { SelectField } from '../parts/field.tsx'
import { text } from '../texts/text.ts'

export type Role = AnyRole

/** A role, with its rights. */
export function RoleField(props: { value: Role; onValue: (role: Role) => void }): VNode {
  const { value, onValue } = props
  return (
    <SelectField
      label={text.people.role}
      hint={text.people.roleHints[value]}
      options={roles.map((role) => ({ value: role, label: text.roles[role] }))}
      value={value}
      onValue={(chosen) => {
        const role = roles.find((each) => each === chosen)
        if (role) onValue(role)
      }}
    />
  )
}
