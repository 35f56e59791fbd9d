import type { Table } from '../../../kernel/store/table.ts'
import type { Write } from '../../../kernel/store/transact.ts'
import { type Operator, otherOwner } from '../rules/operator.ts'
import { refuseOperator } from '../rules/operator-refusals.ts'
import { invitationRemoval, listInvitations } from '../store/invitations.ts'
import { loadStaff, operatorUnchanged, type Staff } from '../store/operators.ts'

/** An operator by id or email, among all. Throws `resource_not_found`. */
export async function staffMember(
  table: Table,
  idOrEmail: string,
): Promise<{ operator: Operator; staff: Staff }> {
  const staff = await loadStaff(table)
  const wanted = idOrEmail.toLowerCase()
  const operator = staff.operators.find(({ id, email }) => id === idOrEmail || email === wanted)
  if (operator) return { operator, staff }
  throw refuseOperator('nobody_called', { idOrEmail })
}

/**
 * The condition under which somebody may stop being an owner: another one stays who can sign in, and keeps a second factor
 * until then. Throws `state_changed` without one: nobody could make another owner.
 */
export function anotherOwnerStays({ operators }: Staff, { id, name, role }: Operator): Write[] {
  if (role !== 'owner') return []
  const other = otherOwner(operators, id)
  if (other) return [operatorUnchanged(other)]
  throw refuseOperator('only_owner', { name })
}

/** The writes that revoke what somebody has invited, who may not invite any more. */
export async function invitationsOf(table: Table, { id }: Operator, now: Date): Promise<Write[]> {
  const invitations = await listInvitations(table, now)
  return invitations
    .filter(({ invitedBy }) => invitedBy === id)
    .map((invitation) => invitationRemoval(invitation.id))
}
