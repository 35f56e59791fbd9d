import * as z from 'zod'
import { operatorOperation } from '../../../kernel/operation/operator-operation.ts'
import { timestamp } from '../../../kernel/wire/primitives.ts'
import { peopleAudit } from '../account/own-account.ts'
import { factorRemovals, loadCredentials, passwordRemoval } from '../store/credentials.ts'
import { operatorChange } from '../store/operators.ts'
import { newInvitation } from './new-invitation.ts'
import { staffMember } from './staff-member.ts'

/** The link is shown once. */
const reset = z.object({ email: z.string(), link: z.string(), expiresAt: timestamp })

export type AccessReset = z.infer<typeof reset>

export const resetAccess = operatorOperation({
  name: 'reset-access',
  role: 'owner',
  command: 'operators reset-access',
  // Whoever has lost all access isn't signed in, and whoever is must not take an account over.
  dashboard: false,
  input: z.strictObject({ id: z.string().max(254).describe('the id or email of an operator') }),
  output: reset,
  touches: { table: 'write', administers: ['operators', 'credentials', 'audit-log'] },
  docs: {
    summary: 'End the sign-ins of somebody who lost access, and create a link to get back in',
  },
  /** Password, passkeys, authenticator app and recovery codes are void at once. */
  async run(services, request) {
    const { table, now } = services
    const { operator } = await staffMember(table, request.input.id)
    const { id: operatorId, email, role } = operator
    const made = await newInvitation(services, { email, role, operatorId, invitedBy: null })
    const change = { action: 'operator.reset-access', target: email, outcome: 'reset' } as const
    return {
      writes: [
        operatorChange(operator, { hasSecondFactor: false, signInsSince: now() }),
        passwordRemoval(operatorId),
        ...factorRemovals(operatorId, await loadCredentials(table, operatorId)),
        ...made.writes,
        await peopleAudit(services, request, change),
      ],
      result: { email, link: made.link, expiresAt: made.invitation.expiresAt.toISOString() },
    }
  },
})
