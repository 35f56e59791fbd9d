import { ScanCommand } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { invariant } from '../../shared/kernel/invariant.ts'
import type { Operation } from '../../shared/kernel/operation/operation.ts'
import { roles } from '../../shared/kernel/roles.ts'
import { operatorOperations } from '../../shared/operator-operations.ts'
import { errorOf } from '../../test/api-event.ts'
import { operatorFunctions } from '../../test/operator-functions.ts'
import { type ServiceFunctions, startServiceFunctions } from '../../test/service-functions.ts'
import { dashboardEvent, dashboardHeaders, signedInAs } from '../../test/signed-in.ts'

let service: ServiceFunctions & { stop: () => Promise<void> }
const cookies: Record<string, string> = {}
let functions: Awaited<ReturnType<typeof operatorFunctions>>

beforeAll(async () => {
  service = await startServiceFunctions()
  const { table } = service
  for (const role of roles) cookies[role] = await signedInAs(table, role)
  cookies['without a second factor'] = await signedInAs(table, 'owner', {
    name: 'simple',
    operator: { hasSecondFactor: false },
  })
  cookies['expired'] = await signedInAs(table, 'owner', {
    name: 'expired',
    signIn: { expiresAt: new Date(Date.now() - 1) },
  })
  cookies['forged'] = String(cookies['owner']).replace(/\..*/, '.secret-of-another')
  functions = await operatorFunctions(service.config)
})
afterAll(() => service.stop())

type Given = Parameters<typeof dashboardEvent>[1]

async function refusal(operation: Operation, given: Given): Promise<string> {
  const { status, code } = errorOf(await functions.post(operation.name, given))
  return `${status} ${code}`
}

const callerOf = ({ caller }: Operation) => {
  invariant(caller.kind === 'operator', 'operators call it')
  return caller
}

/** Everything in the table, but for what expires with a sign-in. */
async function contents(): Promise<unknown> {
  const { client, name } = service.table
  const { Items = [] } = await client.send(new ScanCommand({ TableName: name }))
  return Items.filter(({ pk }) => pk !== 'sign-ins-seen').sort((a, b) =>
    `${a['pk']}${a['sk']}` < `${b['pk']}${b['sk']}` ? -1 : 1,
  )
}

/** Each operation in turn: what is wrong of any is wrong of the doors. */
async function forEach(check: (operation: Operation) => Promise<void>): Promise<void> {
  for (const operation of operatorOperations) {
    await check(operation).catch((error: unknown) => {
      throw new Error(`${operation.name}: ${error instanceof Error ? error.message : error}`, {
        cause: error,
      })
    })
  }
}

it('refuse whoever may not use an operation, and write nothing', async () => {
  const before = await contents()
  await forEach(async (operation) => {
    const { role, secondFactor } = callerOf(operation)
    for (const who of ['nobody', 'forged', 'expired']) {
      expect(await refusal(operation, { cookie: cookies[who] ?? '' })).toBe('401 unauthenticated')
    }
    for (const who of roles.slice(0, roles.indexOf(role))) {
      const given = { cookie: cookies[who] ?? '' }
      expect(await refusal(operation, given), who).toBe('403 insufficient_role')
    }
    if (secondFactor) {
      const given = { cookie: cookies['without a second factor'] ?? '' }
      expect(await refusal(operation, given)).toBe('403 second_factor_required')
    }
  })
  expect(await contents()).toEqual(before)
})

it.each([
  ['without the header of our pages', { 'X-Quittance-Dashboard': '' }],
  ['from another site', { 'Sec-Fetch-Site': 'cross-site' }],
  ['from a neighbouring host', { 'Sec-Fetch-Site': 'same-site' }],
  ['typed into the address bar', { 'Sec-Fetch-Site': 'none' }],
  ['from another origin', { Origin: 'https://evil.example' }],
  ['from an origin without a name', { Origin: 'null' }],
])('refuse a request %s, even of the owner', async (_, changed) => {
  const headers = { ...dashboardHeaders, ...changed }
  const given = { cookie: cookies['owner'] ?? '', headers }
  await forEach(async (operation) => {
    expect(await refusal(operation, given)).toBe('403 insufficient_scope')
  })
})

it('refuse a page that shows somebody else', async () => {
  const before = await contents()
  await forEach(async (operation) => {
    const refusedTo = (operator: string) =>
      refusal(operation, {
        cookie: cookies['owner'] ?? '',
        headers: { ...dashboardHeaders, 'X-Quittance-Operator': operator },
        body: { anything: 'else' },
      })
    expect(await refusedTo('op_viewer')).toBe('403 operator_changed')
    expect(await refusedTo('op_owner')).toMatch(/^400 parameter_/)
  })
  expect(await contents()).toEqual(before)
})

it('read only JSON in the form of an operation’s input', async () => {
  const cookie = cookies['owner'] ?? ''
  const before = await contents()
  const form = { ...dashboardHeaders, 'Content-Type': 'application/x-www-form-urlencoded' }
  const plain = { ...dashboardHeaders, 'Content-Type': 'text/plain' }
  await forEach(async (operation) => {
    for (const headers of [form, plain]) {
      const given = { cookie, headers, body: '{}' }
      expect(await refusal(operation, given)).toBe('415 unsupported_media_type')
    }
    expect(await refusal(operation, { cookie, body: '{' })).toBe('400 malformed_json')
    for (const body of [[], 'text', null, { anything: 'else' }]) {
      const given = { cookie, body: JSON.stringify(body) }
      expect(await refusal(operation, given)).toMatch(/^400 parameter_/)
    }
  })
  expect(await contents()).toEqual(before)
})

it('respond with what can be neither framed, cached nor read by another site', async () => {
  await forEach(async ({ name }) => {
    const given = { cookie: cookies['owner'] ?? '', body: [] }
    const { headers } = await functions.post(name, given)
    expect(headers).toMatchObject({
      'Cache-Control': 'no-store',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
      'Cross-Origin-Resource-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
      'X-Frame-Options': 'DENY',
    })
    const names = Object.keys(headers).map((each) => each.toLowerCase())
    expect(names.filter((each) => each.startsWith('access-control'))).toEqual([])
  })
})

it('take for the terminal only a marked envelope that no gateway sent', async () => {
  await forEach(async (operation) => {
    const { name } = operation
    const envelope = { door: 'terminal', operation: name, input: { anything: 'else' } }
    const { requestContext, ...rest } = dashboardEvent(name, { body: envelope })
    const smuggled = { ...rest, ...envelope, requestContext }
    expect(await functions.invoke(name, smuggled)).toMatchObject({ statusCode: 401 })
    const unmarked = { operation: name, input: {} }
    for (const event of [unmarked, { ...unmarked, door: 'dashboard' }, { ...rest, ...envelope }]) {
      await expect(functions.invoke(name, event)).rejects.toMatchObject({
        code: expect.stringMatching(/^parameter_/),
      })
    }
    const { doors } = callerOf(operation)
    const param = doors.includes('terminal')
      ? expect.not.stringMatching(/^operation$/)
      : 'operation'
    await expect(functions.invoke(name, envelope)).rejects.toMatchObject({ param })
  })
})
