import * as z from 'zod'
import { operatorOperation } from '../../../kernel/operation/operator-operation.ts'
import { loadCredentials, totpRemoval } from '../store/credentials.ts'
import { ownAccount, peopleAudit } from './own-account.ts'
import { afterRemoval } from './remove-factor.ts'

const disabled = z.object({ enabled: z.literal(false) })

export const disableTotp = operatorOperation({
  name: 'disable-totp',
  role: 'viewer',
  proof: 'always',
  command: null,
  group: 'account',
  input: z.strictObject({}),
  output: disabled,
  touches: { table: 'write', administers: ['operators', 'credentials', 'audit-log'] },
  docs: { summary: 'Remove the authenticator app from your account' },
  async run(services, request) {
    const { operator } = await ownAccount(services, request)
    const { totp, ...left } = await loadCredentials(services.table, operator.id)
    if (!totp) return { result: { enabled: false } as const }
    const { email: target } = operator
    const change = { action: 'account.totp-disable', target, outcome: 'disabled' } as const
    return {
      writes: [
        ...afterRemoval(operator, { ...left, totp: undefined }),
        totpRemoval(operator.id),
        await peopleAudit(services, request, change),
      ],
      result: { enabled: false } as const,
    }
  },
})
