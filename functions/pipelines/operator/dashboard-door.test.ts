import { afterAll, beforeAll, expect, it } from 'vitest'
import { operatorKeys } from '../../../shared/admin/operators/store/keys.ts'
import { findSignIn } from '../../../shared/admin/operators/store/sign-ins.ts'
import { type AroundCall, aroundAwsCalls } from '../../../test/aws-calls.ts'
import { logLines } from '../../../test/log-lines.ts'
import { operatorFunctions } from '../../../test/operator-functions.ts'
import { type ServiceFunctions, startServiceFunctions } from '../../../test/service-functions.ts'
import { signedInAs } from '../../../test/signed-in.ts'

let service: ServiceFunctions & { stop: () => Promise<void> }
let functions: Awaited<ReturnType<typeof operatorFunctions>>

beforeAll(async () => {
  service = await startServiceFunctions()
  functions = await operatorFunctions(service.config)
})
afterAll(() => service.stop())

const start = new Date()
const lastSeenAt = new Date(start.getTime() - 3_600_000)

function signedInAnHourAgo(name: string): Promise<string> {
  return signedInAs(service.table, 'viewer', { name, signIn: { lastSeenAt } })
}

async function seenAt(cookie: string): Promise<Date | undefined> {
  const found = await findSignIn(service.table, cookie.replace(/^.*=/, ''), new Date())
  return found?.lastSeenAt
}

it('notes that its operator is there, with the rights of an operation that only reads', async () => {
  const cookie = await signedInAnHourAgo('seen')
  const { statusCode } = await functions.post('list-views', { cookie })
  expect(statusCode).toBe(200)
  expect((await seenAt(cookie))?.getTime()).toBeGreaterThanOrEqual(start.getTime())
})

it('responds even if that can not be noted, and counts it', async () => {
  const cookie = await signedInAnHourAgo('unseen')
  const { pk } = operatorKeys.signInSeen('')
  const refuse: AroundCall = ({ operation, body }, send) => {
    if (operation !== 'GetItem' && body.includes(`"${pk}"`)) throw new Error('not authorized')
    return send()
  }
  const written = logLines()
  const { statusCode } = await aroundAwsCalls(refuse, () =>
    functions.post('list-views', { cookie }),
  )
  expect(statusCode).toBe(200)
  expect(await seenAt(cookie)).toEqual(lastSeenAt)
  expect(written.lines()).toContainEqual(
    expect.objectContaining({
      message: 'side note failed',
      work: 'last seen',
      FailedInvocations: 1,
    }),
  )
})
