import * as z from 'zod'
import { operatorOperation } from '../../../kernel/operation/operator-operation.ts'
import { peopleAudit } from '../account/own-account.ts'
import { refuseOperator } from '../rules/operator-refusals.ts'
import { invitationUse, listInvitations } from '../store/invitations.ts'

const revoked = z.object({ id: z.string() })

export const revokeInvitation = operatorOperation({
  name: 'revoke-invitation',
  role: 'owner',
  proof: 'always',
  command: null,
  group: 'people',
  input: z.strictObject({ id: z.string().max(100) }),
  output: revoked,
  touches: { table: 'write', administers: ['operators', 'audit-log'] },
  docs: { summary: 'Make the link of an invitation useless' },
  async run(services, request) {
    const { id } = request.input
    const invitations = await listInvitations(services.table, services.now())
    const found = invitations.find((each) => each.id === id)
    if (!found) {
      throw refuseOperator('invitation_ended')
    }
    const { email: target, role: outcome } = found
    const change = { action: 'invitation.revoke', target, outcome } as const
    return {
      writes: [invitationUse(id), await peopleAudit(services, request, change)],
      result: { id },
    }
  },
})
