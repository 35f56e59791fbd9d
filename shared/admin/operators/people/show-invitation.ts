import * as z from 'zod'
import { clientNetwork } from '../../../http/rules/client-network.ts'
import { visitorLimits } from '../../../http/rules/visitor-limits.ts'
import { visitorOperation } from '../../../kernel/operation/visitor-operation.ts'
import { roles } from '../../../kernel/roles.ts'
import { timestamp } from '../../../kernel/wire/primitives.ts'
import { refuseOperator } from '../rules/operator-refusals.ts'
import { findInvitation } from '../store/invitations.ts'

const shown = z.object({
  email: z.string(),
  role: z.enum(roles),
  /** Whether it restores the access of an operator, who has a name already. */
  isReset: z.boolean(),
  expiresAt: timestamp,
})

/** `<id>.<secret>`, as in the link. */
export const invitationToken = z.string().min(1).max(200)

export const showInvitation = visitorOperation({
  name: 'show-invitation',
  input: z.strictObject({ token: invitationToken }),
  output: shown,
  touches: { table: 'read', counts: true },
  docs: { summary: 'Show what an invitation is for' },
  async run({ table, now }, { input, client, limit }) {
    await limit({
      subject: `invitation ${clientNetwork(client.address)}`,
      most: visitorLimits.perMinute.invitations,
    })
    const found = await findInvitation(table, input.token, now())
    if (!found) throw invitationGone()
    const { email, role, operatorId, expiresAt } = found
    const isReset = operatorId !== null
    return { result: { email, role, isReset, expiresAt: expiresAt.toISOString() } }
  },
})

export const invitationGone = () => refuseOperator('invitation_gone')
