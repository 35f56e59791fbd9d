import * as z from 'zod'
import { clientNetwork } from '../../../http/rules/client-network.ts'
import { visitorLimits } from '../../../http/rules/visitor-limits.ts'
import { visitorOperation } from '../../../kernel/operation/visitor-operation.ts'
import type { Write } from '../../../kernel/store/transact.ts'
import { type AccountServices, peopleAudit } from '../account/own-account.ts'
import { hashPassword } from '../hash-password.ts'
import { newOperator } from '../new-operator.ts'
import type { Invitation } from '../rules/invitation.ts'
import type { Operator } from '../rules/operator.ts'
import { startSignIn } from '../sign-in/start-sign-in.ts'
import { passwordWrite } from '../store/credentials.ts'
import { findInvitation, invitationUse } from '../store/invitations.ts'
import { loadOperator, loadStaff, operatorChange } from '../store/operators.ts'
import { newPassword, personName } from '../wire/password.ts'
import { invitationGone, invitationToken } from './show-invitation.ts'

const accepted = z.object({ signedIn: z.literal(true) })

const acceptance = z.strictObject({
  token: invitationToken,
  /** For a new operator; defaults to the email. */
  name: personName.exactOptional(),
  password: newPassword,
})

export const acceptInvitation = visitorOperation({
  name: 'accept-invitation',
  input: acceptance,
  output: accepted,
  touches: {
    table: 'write',
    administers: ['operators', 'sign-ins', 'credentials', 'audit-log'],
  },
  // Argon2 is CPU-bound.
  limits: { memoryMb: 1769 },
  docs: { summary: 'Choose a password, and sign in' },
  /** Works once. A second factor has to be added next. */
  async run(services, { input, client, limit }) {
    await limit({
      subject: `invitation ${clientNetwork(client.address)}`,
      most: visitorLimits.perMinute.invitations,
    })
    const invitation = await findInvitation(services.table, input.token, services.now())
    if (!invitation) throw invitationGone()
    const { operator, writes } = await joining(services, invitation, input)
    const started = startSignIn(services, operator, { method: 'invitation', client })
    const { id, email } = operator
    const findActor = async () =>
      ({ kind: 'operator', id, email, address: client.address }) as const
    const change = { action: 'operator.join', target: email, outcome: operator.role } as const
    return {
      writes: [
        invitationUse(invitation.id),
        ...writes,
        ...started.writes,
        await peopleAudit(services, { findActor }, change),
      ],
      cookie: started.cookie,
      result: { signedIn: true } as const,
    }
  },
})

type Input = z.infer<typeof acceptance>

async function joining(
  services: AccountServices,
  { operatorId, email, role }: Invitation,
  { name = email, password }: Input,
): Promise<{ operator: Operator; writes: Write[] }> {
  if (operatorId === null) {
    const staff = await loadStaff(services.table)
    if (staff.operators.some((each) => each.email === email)) throw invitationGone()
    return newOperator(services, staff, { email, name, role, password, passwordAlone: false })
  }
  const operator = await loadOperator(services.table, operatorId)
  if (!operator) throw invitationGone()
  const hash = await hashPassword(password, services.randomBytes)
  return { operator, writes: [operatorChange(operator), passwordWrite(operatorId, hash)] }
}
