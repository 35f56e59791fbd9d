import { describe, expect, it } from 'vitest'
import type { ErrorCode } from '../../shared/kernel/errors.ts'
import { transact } from '../../shared/kernel/store/transact.ts'
import { checkoutView } from '../../shared/merchant/checkout/wire/checkout.ts'
import {
  findCheckoutSession,
  loadCheckoutSession,
  sessionCreation,
} from '../../shared/payments/checkout-sessions/store/sessions.ts'
import { errorOf, lambdaContext } from '../../test/api-event.ts'
import type { AwsCall } from '../../test/aws-calls.ts'
import { configuredFunctions, subscription } from '../../test/configured-functions.ts'
import { countCustomers } from '../../test/count-customers.ts'
import { aSession } from '../../test/factories.ts'
import { faultsOf, underFaults } from '../../test/faults/fault.ts'
import { localMachines } from '../../test/faults/local-machines.ts'
import { logLines } from '../../test/log-lines.ts'
import { pageEvent } from '../../test/page-event.ts'
import { serviceFunctions } from '../../test/service-functions.ts'
import * as openLink from './open-link.ts'
import * as submitDetails from './submit-details.ts'

const email = 'ana@example.com'

async function linkOpener() {
  const { table, config } = await configuredFunctions()
  await localMachines()
  const handler = openLink.serve(config)
  const open = (body?: unknown) =>
    handler(
      pageEvent({
        path: '/api/checkout/links/{slug}/sessions',
        parameters: { slug: subscription.slug },
        body,
      }),
      lambdaContext(),
    )
  return { table, open }
}

describe('opening a link', () => {
  it('skips the details step if the email is known', async () => {
    const { table, open } = await linkOpener()
    const { statusCode, body } = await open({ prefillEmail: email })
    expect(statusCode).toBe(201)
    expect(body).not.toContain(email)
    const view = checkoutView.parse(JSON.parse(body))
    expect(view).toMatchObject({ asksDetails: false, assetChosen: false })
    expect(view.choices).toContainEqual(
      expect.objectContaining({ chainId: 31337, chainName: 'Local test chain', asset: 'USDC' }),
    )
    const session = await loadCheckoutSession(table, 'test', view.id)
    expect(session).toMatchObject({ customerEmail: email })
    expect(await countCustomers(table, 'test')).toBe(1)
  })

  it('asks for details if it is not, or is not valid', async () => {
    const { table, open } = await linkOpener()
    const long = `${'a'.repeat(2000)}@example.com`
    const bodies = [{}, ...['', 'ana', ` ${email}`, long].map((text) => ({ prefillEmail: text }))]
    for (const body of bodies) {
      const response = await open(body)
      expect(response.statusCode).toBe(201)
      expect(checkoutView.parse(JSON.parse(response.body)).asksDetails).toBe(true)
    }
    expect(await countCustomers(table, 'test')).toBe(0)
  })

  it('refuses a body that the page never sends', async () => {
    const { open } = await linkOpener()
    const refused = async (body: unknown) => errorOf(await open(body))
    expect(await refused({ email })).toMatchObject({ code: 'parameter_unknown', param: 'email' })
    expect(await refused({ prefillEmail: 7 })).toMatchObject({ code: 'parameter_invalid' })
    expect(await refused('{')).toMatchObject({ code: 'malformed_json' })
    expect(await refused([])).toMatchObject({ code: 'parameter_invalid' })
  })
})

async function detailsGiver(variables: Record<string, string> = {}) {
  const { table, config } = await serviceFunctions(variables)
  const session = aSession({ linkId: subscription.id })
  await transact(table, [sessionCreation(session, session.expiresAt)])
  const handler = submitDetails.serve(config)
  const give = (body: unknown, more: { id?: string; headers?: Record<string, string> } = {}) => {
    const { id = session.id, ...others } = more
    const path = '/api/checkout/sessions/{id}/details'
    return handler(pageEvent({ path, parameters: { id }, body, ...others }), lambdaContext())
  }
  return { table, session, give }
}

describe('giving details', () => {
  it('stores the trimmed details, and shows the session without them', async () => {
    const { table, session, give } = await detailsGiver()
    const response = await give({ email, name: ' Ana Martins ', phone: '   ', notes: '' })
    expect(response).toMatchObject({
      statusCode: 200,
      headers: { 'Cache-Control': 'no-store', 'X-Request-Id': expect.any(String) },
    })
    const view = checkoutView.parse(JSON.parse(response.body))
    expect(view).toMatchObject({ id: session.id, version: 2, asksDetails: false })
    expect(response.body).not.toMatch(/ana|email|metadata/i)
    expect(await findCheckoutSession(table, session.id)).toMatchObject({
      customerEmail: email,
      metadata: { name: 'Ana Martins' },
      updatedAt: session.updatedAt,
    })
  })

  it('does not log them if it fails', async () => {
    const { give } = await detailsGiver()
    const written = logLines()
    const unwritten = (call: AwsCall) =>
      call.operation === 'TransactWriteItems'
        ? faultsOf(call).find(({ ends }) => ends === 'fail')
        : undefined
    const failed = await underFaults(unwritten, () => give({ email, name: 'Ana Martins' }))
    expect(failed?.result.statusCode).toBe(500)
    expect(written.lines()).toMatchObject([{ level: 'ERROR', message: 'request failed' }])
    expect(written.text()).not.toMatch(/@example|martins/i)
  })

  it('counts clients by the address that the edge sets', async () => {
    const { give } = await detailsGiver({ LINK_SESSIONS_PER_MINUTE: '1' })
    const from = (viewer: string) => {
      const headers = { 'content-type': 'application/json', 'X-Viewer-Address': viewer }
      return give({ email }, { headers })
    }
    expect((await from('192.0.2.1')).statusCode).toBe(200)
    const limited = await from('192.0.2.1')
    expect(errorOf(limited)).toMatchObject({ status: 429, code: 'rate_limit_exceeded' })
    expect(limited.headers['Retry-After']).toMatch(/^\d+$/)
    expect((await from('192.0.2.2')).statusCode).toBe(200)
  })

  type Refusal = [code: ErrorCode, param?: string]

  it.each<[what: string, body: unknown, ...refusal: Refusal]>([
    ['nothing', undefined, 'malformed_json'],
    ['no email', { name: 'Ana' }, 'parameter_missing', 'email'],
    ['an invalid email', { email: 'ana' }, 'parameter_invalid', 'email'],
    [
      'an email beyond 254 characters',
      { email: `${'a'.repeat(250)}@example.com` },
      'parameter_invalid',
      'email',
    ],
    ['no text', { email: null }, 'parameter_invalid', 'email'],
    ['a name that is a number', { email, name: 7 }, 'parameter_invalid', 'name'],
    ['a name beyond 200 characters', { email, name: 'x'.repeat(201) }, 'parameter_invalid', 'name'],
    [
      'notes beyond 1,000 characters',
      { email, notes: 'x'.repeat(1001) },
      'parameter_invalid',
      'notes',
    ],
    ['metadata', { email, metadata: { vip: 1 } }, 'parameter_unknown', 'metadata'],
    ['a list', [{ email }], 'parameter_invalid'],
    ['a lone surrogate', `{"email":"${email}","name":"\\ud800"}`, 'parameter_invalid', 'name'],
    [
      'a duplicate key',
      `{"email":"${email}","email":"eve@example.com"}`,
      'parameter_invalid',
      'email',
    ],
    ['__proto__', `{"email":"${email}","__proto__":{}}`, 'parameter_invalid', '__proto__'],
    ['1 MB', { email, notes: 'x'.repeat(1_000_000) }, 'body_too_large'],
  ])('is refused with %s', async (_, body, ...refusal) => {
    const [code, param] = refusal
    const { table, session, give } = await detailsGiver()
    const error = errorOf(await give(body))
    expect(error).toMatchObject({ code, ...(param && { param }) })
    expect(error.message).not.toContain(email)
    expect(await findCheckoutSession(table, session.id)).toEqual(session)
  })

  it('is refused if it is not JSON, or there is no such session', async () => {
    const { give } = await detailsGiver()
    const headers = { 'content-type': 'text/plain' }
    expect(errorOf(await give({ email }, { headers }))).toMatchObject({
      status: 415,
      code: 'unsupported_media_type',
    })
    expect(errorOf(await give({ email }, { id: 'cs_nonsense' }))).toMatchObject({
      status: 404,
      code: 'resource_not_found',
    })
  })
})
