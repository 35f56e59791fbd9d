import type { NewAuditEntry } from '../../../kernel/audit-entry.ts'
import { ServiceError } from '../../../kernel/errors.ts'
import type { RandomBytes } from '../../../kernel/ids.ts'
import { auditWrite } from '../../../kernel/operation/audit.ts'
import type { OperatorRequest, Visit } from '../../../kernel/operation/operator-request.ts'
import type { Table } from '../../../kernel/store/table.ts'
import type { Write } from '../../../kernel/store/transact.ts'
import type { Operator } from '../rules/operator.ts'
import type { SignIn } from '../rules/sign-in.ts'
import { readSignIn } from '../store/sign-ins.ts'

export type AccountServices = { table: Table; now: () => Date; randomBytes: RandomBytes }

type OwnAccount = { operator: Operator; signIn: SignIn; visit: Visit }

/** The account of the signed-in person, as it is now. Throws `unauthenticated` if they aren't any more. */
export async function ownAccount(
  { table, now }: Pick<AccountServices, 'table' | 'now'>,
  { visit }: Pick<OperatorRequest, 'visit'>,
): Promise<OwnAccount> {
  const found = visit && (await readSignIn(table, visit.cookie, now()))
  if (found) return { ...found, visit }
  throw new ServiceError('unauthenticated', 'You are not signed in any more. Sign in again.')
}

type Change = Pick<NewAuditEntry, 'action' | 'target' | 'outcome'> & {
  details?: NewAuditEntry['details']
}

/** The audit entry of a change of people or of their credentials, which belong to no mode. */
export async function peopleAudit(
  services: Pick<AccountServices, 'now' | 'randomBytes'>,
  { findActor }: Pick<OperatorRequest, 'findActor'>,
  change: Change,
): Promise<Write> {
  const actor = await findActor()
  return auditWrite(services, { mode: 'live', note: '', details: {}, actor, ...change })
}
