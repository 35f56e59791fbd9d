import * as z from 'zod'
import { operatorOperation } from '../../../kernel/operation/operator-operation.ts'
import { refuseOperator } from '../rules/operator-refusals.ts'
import { loadCredentials, passkeyRemoval } from '../store/credentials.ts'
import { ownAccount, peopleAudit } from './own-account.ts'
import { afterRemoval } from './remove-factor.ts'

const removed = z.object({ id: z.string() })

export const removePasskey = operatorOperation({
  name: 'remove-passkey',
  role: 'viewer',
  proof: 'always',
  command: null,
  group: 'account',
  input: z.strictObject({ id: z.string().max(1024) }),
  output: removed,
  touches: { table: 'write', administers: ['operators', 'credentials', 'audit-log'] },
  docs: { summary: 'Remove a passkey from your account' },
  async run(services, request) {
    const { id } = request.input
    const { operator } = await ownAccount(services, request)
    const credentials = await loadCredentials(services.table, operator.id)
    const { passkeys } = credentials
    const passkey = passkeys.find(({ credentialId }) => credentialId === id)
    if (!passkey) throw refuseOperator('no_such_passkey')
    const left = passkeys.filter(({ credentialId }) => credentialId !== id)
    const change = {
      action: 'account.passkey-remove',
      target: operator.email,
      outcome: passkey.name,
    } as const
    return {
      writes: [
        ...afterRemoval(operator, { ...credentials, passkeys: left }),
        passkeyRemoval(operator.id, passkey),
        await peopleAudit(services, request, change),
      ],
      result: { id },
    }
  },
})
