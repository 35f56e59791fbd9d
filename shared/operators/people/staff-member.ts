import { ServiceError } from '../../kernel/errors.ts'
import type { Table } from '../../kernel/store/table.ts'
import type { Write } from '../../kernel/store/transact.ts'
import { isLastOwner, type Operator } from '../rules/operator.ts'
import { invitationRemoval, listInvitations } from '../store/invitations.ts'
import { loadStaff, type Staff } from '../store/operators.ts'

/** An operator by id or email, among all. Throws `resource_not_found`. */
export async function staffMember(
  table: Table,
  idOrEmail: string,
): Promise<{ operator: Operator; staff: Staff }> {
  const staff = await loadStaff(table)
  const wanted = idOrEmail.toLowerCase()
  const operator = staff.operators.find(({ id, email }) => id === idOrEmail || email === wanted)
  if (operator) return { operator, staff }
  throw new ServiceError('resource_not_found', `Nobody here has the id or email ${idOrEmail}.`)
}

/** Throws `state_changed` for the only owner: nobody could make another one. */
export function requireAnotherOwner({ operators }: Staff, { id, name }: Operator): void {
  if (!isLastOwner(operators, id)) return
  const message = `${name} is the only owner. Make somebody else an owner first.`
  throw new ServiceError('state_changed', message)
}

/** The writes that revoke what somebody has invited, who may not invite any more. */
export async function invitationsOf(table: Table, { id }: Operator, now: Date): Promise<Write[]> {
  const invitations = await listInvitations(table, now)
  return invitations
    .filter(({ invitedBy }) => invitedBy === id)
    .map((invitation) => invitationRemoval(invitation.id))
}
