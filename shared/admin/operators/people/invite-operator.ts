import * as z from 'zod'
import { operatorOperation } from '../../../kernel/operation/operator-operation.ts'
import { roles } from '../../../kernel/roles.ts'
import { email } from '../../../kernel/wire/email.ts'
import { timestamp } from '../../../kernel/wire/primitives.ts'
import { ownAccount, peopleAudit } from '../account/own-account.ts'
import { operatorEmail } from '../rules/operator.ts'
import { refuseOperator } from '../rules/operator-refusals.ts'
import { loadStaff } from '../store/operators.ts'
import { newInvitation } from './new-invitation.ts'

/** The link is shown once. */
const invited = z.object({ id: z.string(), link: z.string(), expiresAt: timestamp })

export const inviteOperator = operatorOperation({
  name: 'invite-operator',
  role: 'owner',
  proof: 'always',
  command: null,
  group: 'people',
  input: z.strictObject({ email, role: z.enum(roles) }),
  output: invited,
  touches: { table: 'write', administers: ['operators', 'audit-log'] },
  docs: { summary: 'Create a link with which somebody can join for 24 hours' },
  async run(services, request) {
    const { operator } = await ownAccount(services, request)
    const { role } = request.input
    const to = operatorEmail(request.input.email)
    const { operators } = await loadStaff(services.table)
    if (operators.some((each) => each.email === to))
      throw refuseOperator('can_sign_in_already', { email: to })
    const { invitation, link, writes } = await newInvitation(services, {
      email: to,
      role,
      operatorId: null,
      invitedBy: operator.id,
    })
    const change = { action: 'operator.invite', target: to, outcome: role } as const
    return {
      writes: [...writes, await peopleAudit(services, request, change)],
      result: { id: invitation.id, link, expiresAt: invitation.expiresAt.toISOString() },
    }
  },
})
