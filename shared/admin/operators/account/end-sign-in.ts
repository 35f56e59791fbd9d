import * as z from 'zod'
import { operatorOperation } from '../../../kernel/operation/operator-operation.ts'
import type { DashboardDecision } from '../../../kernel/operation/visitor-request.ts'
import type { Operator } from '../rules/operator.ts'
import { refuseOperator } from '../rules/operator-refusals.ts'
import type { SignIn } from '../rules/sign-in.ts'
import { renewSignIn } from '../sign-in/start-sign-in.ts'
import { operatorChange } from '../store/operators.ts'
import { listSignIns, signInEnd } from '../store/sign-ins.ts'
import { type AccountServices, ownAccount, peopleAudit } from './own-account.ts'

const ended = z.object({ id: z.string() })

export const endSignIn = operatorOperation({
  name: 'end-sign-in',
  role: 'viewer',
  secondFactor: false,
  command: null,
  group: 'account',
  input: z.strictObject({
    id: z.string().max(100).describe('the id of one of your sign-ins, or "others" for all others'),
  }),
  output: ended,
  touches: { table: 'write', administers: ['operators', 'sign-ins', 'audit-log'] },
  docs: { summary: 'End a sign-in of yours, or all others than this one' },
  /** Needs no proof: somebody who sees a stranger must be able to throw them out at once. */
  async run(services, request) {
    const { id } = request.input
    const account = await ownAccount(services, request)
    const { email: target } = account.operator
    const change = { action: 'account.sign-ins-end', target, outcome: id } as const
    const entry = await peopleAudit(services, request, change)
    const { writes, cookie } = await ending(services, account, id)
    return { writes: [...writes, entry], ...(cookie && { cookie }), result: { id } }
  },
})

type Ending = Required<Pick<DashboardDecision<unknown>, 'writes'>> & {
  cookie?: DashboardDecision<unknown>['cookie']
}

async function ending(
  services: AccountServices,
  { operator, signIn }: { operator: Operator; signIn: SignIn },
  id: string,
): Promise<Ending> {
  if (id === 'others') {
    const others = operatorChange(operator, { signInsSince: services.now() })
    const { writes, cookie } = renewSignIn(services, signIn)
    return { writes: [others, ...writes], cookie }
  }
  const own = await listSignIns(services.table, operator, services.now())
  if (!own.some((each) => each.id === id)) {
    throw refuseOperator('sign_in_ended')
  }
  return { writes: [signInEnd(id)], ...(id === signIn.id && { cookie: 'removed' as const }) }
}
