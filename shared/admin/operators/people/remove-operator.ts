import * as z from 'zod'
import { operatorOperation } from '../../../kernel/operation/operator-operation.ts'
import { peopleAudit } from '../account/own-account.ts'
import { factorRemovals, loadCredentials, passwordRemoval } from '../store/credentials.ts'
import { operatorRemoval, staffChange } from '../store/operators.ts'
import { listWrongCodes, wrongCodesRemoval } from '../store/wrong-codes.ts'
import { anotherOwnerStays, invitationsOf, staffMember } from './staff-member.ts'

const removed = z.object({ id: z.string() })

export const removeOperator = operatorOperation({
  name: 'remove-operator',
  role: 'owner',
  proof: 'always',
  command: null,
  group: 'people',
  input: z.strictObject({ id: z.string().max(254) }),
  output: removed,
  touches: { table: 'write', administers: ['operators', 'sign-ins', 'credentials', 'audit-log'] },
  docs: { summary: 'Remove somebody, whose sign-ins end at once' },
  async run(services, request) {
    const { table, now } = services
    const { operator, staff } = await staffMember(table, request.input.id)
    const { id, email: target, role: outcome } = operator
    const change = { action: 'operator.remove', target, outcome } as const
    return {
      writes: [
        staffChange(staff),
        ...anotherOwnerStays(staff, operator),
        operatorRemoval(operator),
        passwordRemoval(id),
        ...factorRemovals(id, await loadCredentials(table, id)),
        ...(await listWrongCodes(table, id)).map(wrongCodesRemoval),
        ...(await invitationsOf(table, operator, now())),
        await peopleAudit(services, request, change),
      ],
      result: { id },
    }
  },
})
