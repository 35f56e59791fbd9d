import * as z from 'zod'
import { operatorOperation } from '../../../kernel/operation/operator-operation.ts'
import { refuseOperator } from '../rules/operator-refusals.ts'
import { totpDigits } from '../rules/totp-code.ts'
import { acceptedStep } from '../sign-in/totp.ts'
import { type OpenTotp, totpContext } from '../sign-in/verify-code.ts'
import { loadCredentials, pendingTotpRemoval, totpWrite } from '../store/credentials.ts'
import { givenCode } from '../wire/password.ts'
import { addFactor } from './add-factor.ts'
import { type AccountServices, ownAccount, peopleAudit } from './own-account.ts'
import { openingTotp } from './totp-secrets.ts'

const enabled = z.object({
  /** Shown once; null if there are some already. */
  recoveryCodes: z.array(z.string()).nullable(),
})

export const enableTotp = operatorOperation({
  name: 'enable-totp',
  role: 'viewer',
  proof: 'always',
  secondFactor: false,
  command: null,
  group: 'account',
  input: z.strictObject({ code: givenCode }),
  output: enabled,
  touches: {
    table: 'write',
    decrypts: ['totp-secrets'],
    administers: ['operators', 'sign-ins', 'credentials', 'audit-log'],
  },
  docs: { summary: 'Add an authenticator app, with a code that it shows' },
  needs: (config) => ({ openTotp: openingTotp(config) }),
  /** Replaces an app that was added before. Throws `parameter_invalid` for a wrong code. */
  async run(services: AccountServices & { openTotp: OpenTotp }, request) {
    const { table, now, openTotp } = services
    const account = await ownAccount(services, request)
    const { id, email } = account.operator
    const credentials = await loadCredentials(table, id)
    const { pendingTotp } = credentials
    if (!pendingTotp || now() >= pendingTotp.expiresAt) throw refuseOperator('app_took_too_long')
    const secret = await openTotp(pendingTotp.secret, totpContext(id))
    const digits = totpDigits(request.input.code) ?? ''
    const lastStep = acceptedStep(secret, digits, { lastStep: 0, at: now() })
    if (lastStep === undefined) throw refuseOperator('app_code_not_valid')
    const { writes, cookie, recoveryCodes } = addFactor(services, account, credentials)
    const change = { action: 'account.totp-enable', target: email, outcome: 'enabled' } as const
    return {
      writes: [
        totpWrite(id, { secret: pendingTotp.secret, lastStep, addedAt: now() }),
        pendingTotpRemoval(id),
        ...writes,
        await peopleAudit(services, request, change),
      ],
      cookie,
      result: { recoveryCodes },
    }
  },
})
