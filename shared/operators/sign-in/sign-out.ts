import * as z from 'zod'
import { visitorOperation } from '../../kernel/operation/operation.ts'
import type { Table } from '../../kernel/store/table.ts'
import { readSignIn, signInEnd } from '../store/sign-ins.ts'
import type { DashboardDecision, VisitorRequestOf } from '../visitor-request.ts'

const signedOut = z.object({ signedIn: z.literal(false) })

export const signOut = visitorOperation({
  name: 'sign-out',
  input: z.strictObject({}),
  output: signedOut,
  touches: { table: 'write', administers: ['sign-ins'] },
  docs: { summary: 'End this sign-in' },
})

export async function runSignOut(
  { table, now }: { table: Table; now: () => Date },
  { cookie }: VisitorRequestOf<typeof signOut>,
): Promise<DashboardDecision<z.infer<typeof signedOut>>> {
  const found = await readSignIn(table, cookie, now())
  return {
    writes: found ? [signInEnd(found.signIn.id)] : [],
    cookie: 'removed',
    result: { signedIn: false },
  }
}
