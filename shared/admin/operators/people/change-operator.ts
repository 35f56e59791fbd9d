import * as z from 'zod'
import { operatorOperation } from '../../../kernel/operation/operator-operation.ts'
import { roles } from '../../../kernel/roles.ts'
import { peopleAudit } from '../account/own-account.ts'
import { operatorChange, staffChange } from '../store/operators.ts'
import { anotherOwnerStays, invitationsOf, staffMember } from './staff-member.ts'

const changed = z.object({ id: z.string(), role: z.enum(roles) })

export const changeOperator = operatorOperation({
  name: 'change-operator',
  role: 'owner',
  proof: 'always',
  command: null,
  group: 'people',
  input: z.strictObject({ id: z.string().max(254), role: z.enum(roles) }),
  output: changed,
  touches: { table: 'write', administers: ['operators', 'audit-log'] },
  docs: { summary: 'Change what somebody may do' },
  /** They have to sign in again. */
  async run(services, request) {
    const { table, now } = services
    const { id, role } = request.input
    const { operator, staff } = await staffMember(table, id)
    if (operator.role === role) return { result: { id: operator.id, role } }
    const outcome = `${operator.role} → ${role}`
    const change = { action: 'operator.role', target: operator.email, outcome } as const
    return {
      writes: [
        staffChange(staff),
        ...anotherOwnerStays(staff, operator),
        operatorChange(operator, { role, signInsSince: now() }),
        ...(await invitationsOf(table, operator, now())),
        await peopleAudit(services, request, change),
      ],
      result: { id: operator.id, role },
    }
  },
})
