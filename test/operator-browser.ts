import { startSignIn } from '../shared/admin/operators/sign-in/start-sign-in.ts'
import { findSignIn } from '../shared/admin/operators/store/sign-ins.ts'
import { commit } from '../shared/kernel/operation/commit.ts'
import type { OperatorOperation } from '../shared/kernel/operation/operator-operation.ts'
import type { CookieChange } from '../shared/kernel/operation/visitor-request.ts'
import { transact } from '../shared/kernel/store/transact.ts'
import { asFunctionOf } from './as-function.ts'
import { allGiven, type Given } from './given-services.ts'
import type { OwnedInstance } from './operator-accounts.ts'
import { cookieValue, visitorClient } from './visitor.ts'

/** A browser in which an operator is signed in, by default the owner. */
export async function browserOf(
  { table, services, owner }: Pick<OwnedInstance, 'table' | 'services' | 'owner'>,
  operatorId: string = owner.id,
) {
  const { writes, cookie } = startSignIn(
    services,
    { id: operatorId },
    { method: 'password', client: visitorClient },
  )
  await transact(table, writes)
  let current = cookieValue(cookie)

  /** Runs an operation as its function does, and keeps the cookie that it sets. */
  async function run<Services, Input, Output>(
    operation: OperatorOperation<Services, Input, Output>,
    deps: Given<NoInfer<Services>>,
    input: NoInfer<Input>,
  ): Promise<Output> {
    const request = { input, ...(await visiting()) }
    const { result, change } = await asFunctionOf(operation, () =>
      commit(table, async () => {
        const {
          result,
          cookie: change,
          ...rest
        } = await operation.run(allGiven<Services>(deps), request)
        return { ...rest, result: { result, change } }
      }),
    )
    keep(change)
    return result
  }

  async function visiting() {
    const signIn = await findSignIn(table, current, services.now())
    if (!signIn) throw new Error('not signed in')
    const { id, email } = signIn.operator
    const { address } = visitorClient
    return {
      findActor: async () => ({ kind: 'operator', id, email, address }) as const,
      visit: {
        signIn,
        client: visitorClient,
        cookie: current,
        origin: 'https://pay.example.com',
        limit: async () => undefined,
      },
    }
  }

  function keep(change: CookieChange | undefined) {
    if (change !== undefined) current = change === 'removed' ? '' : cookieValue(change)
  }

  return {
    run,
    cookie: () => current,
    found: () => findSignIn(table, current, services.now()),
  }
}
