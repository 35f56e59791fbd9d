import * as z from 'zod'
import { operatorOperation } from '../../../kernel/operation/operator-operation.ts'
import { loadCredentials } from '../store/credentials.ts'
import { operatorChange } from '../store/operators.ts'
import { ownAccount, peopleAudit } from './own-account.ts'
import { replacedRecoveryCodes } from './recovery-codes.ts'

/** Shown once. */
const codes = z.object({ recoveryCodes: z.array(z.string()) })

export const newRecoveryCodes = operatorOperation({
  name: 'new-recovery-codes',
  role: 'viewer',
  proof: 'always',
  command: null,
  group: 'account',
  input: z.strictObject({}),
  output: codes,
  touches: { table: 'write', administers: ['operators', 'credentials', 'audit-log'] },
  docs: { summary: 'Replace your recovery codes' },
  async run(services, request) {
    const { operator } = await ownAccount(services, request)
    const { recoveryCodes: old } = await loadCredentials(services.table, operator.id)
    const { recoveryCodes, writes } = replacedRecoveryCodes(services.randomBytes, operator.id, old)
    const { email: target } = operator
    const change = { action: 'account.recovery-codes', target, outcome: 'replaced' } as const
    return {
      writes: [operatorChange(operator), ...writes, await peopleAudit(services, request, change)],
      result: { recoveryCodes },
    }
  },
})
