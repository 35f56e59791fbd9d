import * as z from 'zod'
import type { ServiceError } from '../../../kernel/errors.ts'
import { operatorOperation } from '../../../kernel/operation/operator-operation.ts'
import type { OperatorRequest } from '../../../kernel/operation/operator-request.ts'
import type { Write } from '../../../kernel/store/transact.ts'
import { staffMember } from '../people/staff-member.ts'
import { type Credentials, hasSecondFactor, needsCode, type Passkey } from '../rules/credentials.ts'
import { hasRequiredFactors } from '../rules/operator.ts'
import { refuseOperator } from '../rules/operator-refusals.ts'
import { appFactor } from '../rules/proof.ts'
import { renewSignIn } from '../sign-in/start-sign-in.ts'
import { loadCredentials, passkeyRemoval, totpRemoval } from '../store/credentials.ts'
import { operatorChange } from '../store/operators.ts'
import { type AccountServices, ownAccount, peopleAudit } from './own-account.ts'

const stopped = z.object({
  email: z.string(),
  name: z.string(),
  /** Whether another factor is left. */
  hasSecondFactor: z.boolean(),
})

export type FactorStopped = z.infer<typeof stopped>

const stopping = z.strictObject({
  factor: z
    .string()
    .max(1024)
    .describe('totp for the authenticator app, or the name or id of a passkey'),
  id: z
    .string()
    .max(254)
    .exactOptional()
    .describe('in the terminal, the id or email of an operator'),
})

export const stopFactor = operatorOperation({
  name: 'stop-factor',
  role: 'viewer',
  proof: 'always',
  command: 'operators stop-factor',
  input: stopping,
  output: stopped,
  touches: { table: 'write', administers: ['operators', 'sign-ins', 'credentials', 'audit-log'] },
  docs: { summary: 'Stop the factor of a stolen device at once, and end all other sign-ins' },
  /** Also stops the only factor: until another is added, recovery codes are needed in addition to the password. */
  async run(services, request) {
    const { operator, signIn } = await accountOf(services, request)
    const credentials = await loadCredentials(services.table, operator.id)
    const { name, removal, left } = without(operator.id, credentials, request)
    const changes = { hasSecondFactor: hasSecondFactor(left) }
    if (!needsCode(left) && !hasRequiredFactors({ ...operator, ...changes }))
      throw refuseOperator('password_only')
    const renewed = signIn && renewSignIn(services, signIn)
    const { email } = operator
    const change = { action: 'account.factor-stolen', target: email, outcome: name } as const
    return {
      writes: [
        operatorChange(operator, { ...changes, signInsSince: services.now() }),
        removal,
        ...(renewed?.writes ?? []),
        await peopleAudit(services, request, change),
      ],
      ...(renewed && { cookie: renewed.cookie }),
      result: { email, name, ...changes },
    }
  },
})

type Request = OperatorRequest<z.infer<typeof stopping>>

/** The dashboard's users can only stop their own factors. */
async function accountOf(services: AccountServices, request: Request) {
  const { id: named } = request.input
  if (request.visit) {
    if (named !== undefined) throw refuseOperator('own_factors_only')
    return ownAccount(services, request)
  }
  if (named === undefined) throw refuseOperator('whose_factor')
  return { ...(await staffMember(services.table, named)), signIn: undefined }
}

type Without = { name: string; removal: Write; left: Credentials }

function without(operatorId: string, credentials: Credentials, request: Request): Without {
  const { factor } = request.input
  if (factor === appFactor && credentials.totp) {
    const left = { ...credentials, totp: undefined }
    return { name: appFactor, removal: totpRemoval(operatorId), left }
  }
  const isMeant = ({ credentialId, name }: Passkey) =>
    // The proof must be of another factor, which only an id can tell.
    credentialId === factor || (!request.visit && name === factor)
  const [passkey, ...others] = credentials.passkeys.filter(isMeant)
  if (!passkey) throw noSuchFactor(credentials)
  if (others.length > 0) throw refuseOperator('several_passkeys', { name: factor })
  const passkeys = credentials.passkeys.filter((each) => each !== passkey)
  return {
    name: passkey.name,
    removal: passkeyRemoval(operatorId, passkey),
    left: { ...credentials, passkeys },
  }
}

function noSuchFactor({ totp, passkeys }: Credentials): ServiceError {
  const known = [...(totp ? [appFactor] : []), ...passkeys.map(({ name }) => name)]
  return refuseOperator('no_such_factor', { known: known.join(', ') || '—' })
}
