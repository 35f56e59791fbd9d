import type { Operator } from '../shared/admin/operators/rules/operator.ts'
import type { SignIn } from '../shared/admin/operators/rules/sign-in.ts'
import { operatorCreation } from '../shared/admin/operators/store/operators.ts'
import { hashOfSecret, signInCreation } from '../shared/admin/operators/store/sign-ins.ts'
import type { Role } from '../shared/kernel/roles.ts'
import type { Table } from '../shared/kernel/store/table.ts'
import { transact } from '../shared/kernel/store/transact.ts'
import { anOperator, aSignIn } from './operator-factories.ts'
import { pageEvent } from './page-event.ts'

/** Headers that pages of the dashboard at `https://pay.example.com` send. */
export const dashboardHeaders = {
  'Content-Type': 'application/json',
  'X-Quittance-Dashboard': '1',
  'Sec-Fetch-Site': 'same-origin',
  Origin: 'https://pay.example.com',
  'X-Viewer-Host': 'pay.example.com',
} as const

type Changes = { operator?: Partial<Operator>; signIn?: Partial<SignIn> }

/** The `Cookie` header of somebody with that role who has just signed in; `name` tells several apart. */
export async function signedInAs(
  table: Table,
  role: Role,
  { name = role, ...changes }: Changes & { name?: string } = {},
): Promise<string> {
  const at = new Date(Date.now() - 1000)
  const operator = anOperator({
    id: `op_${name}`,
    email: `${name}@example.com`,
    role,
    createdAt: at,
    signInsSince: at,
    ...changes.operator,
  })
  const signIn = aSignIn(at, {
    id: `si_${name}`,
    operatorId: operator.id,
    secretHash: hashOfSecret(`secret-${name}`),
    ...changes.signIn,
  })
  await transact(table, [operatorCreation(operator), signInCreation(signIn)])
  return `__Host-quittance=${signIn.id}.secret-${name}`
}

type Given = { cookie?: string; headers?: Record<string, string>; body?: unknown }

/** The event that API Gateway sends for a request of the dashboard's pages. */
export function dashboardEvent(
  name: string,
  { cookie, headers = dashboardHeaders, body = {} }: Given = {},
) {
  return pageEvent({
    path: `/api/dashboard/${name}`,
    parameters: {},
    headers: { ...headers, ...(cookie !== undefined && { Cookie: cookie }) },
    body,
  })
}
