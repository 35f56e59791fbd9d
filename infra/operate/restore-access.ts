import { listOperators } from '../../shared/admin/operators/people/list-operators.ts'
import type { Mode } from '../../shared/kernel/mode.ts'
import { listEndpointStates } from '../../shared/merchant/webhooks/endpoints/list-endpoint-states.ts'
import { listApiKeys } from '../../shared/records/api-keys/list-api-keys.ts'
import type { CallOperator } from './call-operator.ts'
import { OperateError } from './operate-error.ts'
import { textTable } from './text-table.ts'

/** A credential or recipient in the restored table, and how to end its access. */
type Access = { what: string; who: string; toEnd: string }

/** `problem` says why the list is incomplete; null if it is complete. */
export type AccessList = { access: Access[]; problem: string | null }

/**
 * Lists all access: the table doesn't know what was revoked after the backup, and it works again. Whoever restores may
 * lack the right to list it, which keeps nothing stopped.
 */
export async function restoredAccess(
  call: CallOperator,
  wanted: readonly Mode[],
): Promise<AccessList> {
  const access: Access[] = []
  try {
    access.push(...(await accessOfPeople(call)))
    for (const mode of wanted) access.push(...(await accessOfMode(call, mode)))
    return { access, problem: null }
  } catch (error) {
    if (error instanceof OperateError) return { access, problem: error.message }
    throw error
  }
}

async function accessOfPeople(call: CallOperator): Promise<Access[]> {
  const { operators, invitations } = await call(listOperators)
  const toEnd = 'in the dashboard, under People'
  return [
    ...operators.map(({ email, role, lastSeenAt }) => ({
      what: lastSeenAt === null ? role : `${role}, signed in`,
      who: email,
      toEnd,
    })),
    ...invitations.map(({ email }) => ({ what: 'invitation', who: email, toEnd })),
  ]
}

async function accessOfMode(call: CallOperator, mode: Mode): Promise<Access[]> {
  const { keys } = await call(listApiKeys, { mode })
  const { endpoints } = await call(listEndpointStates, { mode })
  return [
    ...keys
      .filter(({ revokedAt }) => revokedAt === null)
      .map(({ id, name }) => ({
        what: `API key, ${mode}`,
        who: name || id,
        toEnd: `keys revoke ${id}`,
      })),
    ...endpoints
      .filter(({ active }) => active)
      .map(({ id, url }) => ({
        what: `webhook endpoint, ${mode}`,
        who: url,
        toEnd: `endpoints disable ${id}`,
      })),
  ]
}

export function accessLines({ access, problem }: AccessList): string[] {
  const rows = access.map(({ what, who, toEnd }) => [what, who, toEnd])
  return [
    ...(rows.length > 0
      ? [
          'What was taken away after the backup works again. All that works now, and how to end it:',
          textTable(['ACCESS', 'WHO', 'TO END IT'], rows),
        ]
      : []),
    ...(problem === null
      ? []
      : [`Not everything that works again could be listed: ${problem} ${lists}`]),
  ]
}

const lists = 'See operators list, keys list and endpoints list.'
