import { describe, expect, it } from 'vitest'
import { repositoryRoot } from '../../infra/build/repository-root.ts'
import { operationRows } from '../../infra/operation-rows.ts'
import { mintSetupToken } from '../../shared/admin/setup/mint-setup-token.ts'
import type { HttpResponse } from '../../shared/http/http-message.ts'
import { visitorOperations } from '../../shared/visitor-operations.ts'
import { errorOf, lambdaContext } from '../../test/api-event.ts'
import { asFunctionOf } from '../../test/as-function.ts'
import { pageEvent } from '../../test/page-event.ts'
import { runAsOperator } from '../../test/run-as-operator.ts'
import { seededBytes } from '../../test/seeded-bytes.ts'
import { serviceFunctions } from '../../test/service-functions.ts'
import { signedInAs } from '../../test/signed-in.ts'
import { serve as claimInstance } from './claim-instance.ts'
import { serve as showDashboard } from './show-dashboard.ts'
import { serve as signInWithPassword } from './sign-in-with-password.ts'
import { serve as signOut } from './sign-out.ts'

const person = { name: 'Olga', email: 'olga@example.com', password: 'correct horse battery' }
const own = {
  'Content-Type': 'application/json',
  'X-Quittance-Dashboard': '1',
  'Sec-Fetch-Site': 'same-origin',
  Origin: 'https://pay.example.com',
} as const

async function fixture() {
  const { table, config } = await serviceFunctions({})
  const functions = {
    'claim-instance': claimInstance(config),
    'show-dashboard': showDashboard(config),
    'sign-in-with-password': signInWithPassword(config),
    'sign-out': signOut(config),
  }
  type Call = { body?: unknown; headers?: Record<string, string> }
  const post = (name: keyof typeof functions, { body = {}, headers = own }: Call = {}) =>
    asFunctionOf({ name }, () =>
      functions[name](
        pageEvent({ path: `/api/dashboard/${name}`, parameters: {}, headers, body }),
        lambdaContext(),
      ),
    )
  const deps = { table, now: () => new Date(), randomBytes: seededBytes('visitors') }
  const minted = await runAsOperator(mintSetupToken, deps, { renew: true })
  const setupToken = minted.state === 'minted' ? minted.token : ''
  return {
    table,
    post,
    claim: (headers?: Record<string, string>) =>
      post('claim-instance', { body: { ...person, setupToken }, ...(headers && { headers }) }),
  }
}

const visitorFunctions = Object.entries(operationRows(visitorOperations)).map(
  ([name, { entry }]) => ({ name, entry }),
)

const cookiesOf = ({ multiValueHeaders }: HttpResponse) => multiValueHeaders?.['Set-Cookie'] ?? []
const cookieOf = (response: HttpResponse) => cookiesOf(response)[0] ?? ''
const pairOf = (response: HttpResponse) => cookieOf(response).replace(/;.*/, '')
const bodyOf = ({ body }: HttpResponse) => JSON.parse(body)

describe('a visitor of the dashboard', () => {
  it('gets a cookie that only this host’s pages get back, and that no script reads', async () => {
    const { claim, post } = await fixture()
    const claimed = await claim()
    expect(cookieOf(claimed)).toMatch(
      /^__Host-quittance=si_\w+\.[\w-]{43}; Secure; HttpOnly; SameSite=Strict; Path=\/; Max-Age=43200$/,
    )
    // Outlasts the sign-in, and lets nobody in.
    expect(cookiesOf(claimed)[1]).toMatch(
      /^__Host-quittance-browser=[\w-]{43}; Secure; HttpOnly; SameSite=Strict; Path=\/; Max-Age=15552000$/,
    )
    expect(claimed.headers['Cache-Control']).toBe('no-store')
    const shown = await post('show-dashboard', { headers: { ...own, Cookie: pairOf(claimed) } })
    expect(bodyOf(shown)).toMatchObject({
      operator: { email: person.email },
      step: 'second-factor',
    })
    expect(cookiesOf(shown)).toEqual([])
  })

  it('gets another one on this machine, where pages have no TLS', async () => {
    const { claim, post } = await fixture()
    const headers = { ...own, Origin: 'http://localhost:4400' }
    const claimed = await claim(headers)
    expect(cookieOf(claimed)).toMatch(
      /^quittance=si_\w+\.[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/; Max-Age=43200$/,
    )
    const value = pairOf(claimed)
    const shown = await post('show-dashboard', { headers: { ...headers, Cookie: value } })
    expect(bodyOf(shown)).toMatchObject({ operator: { email: person.email } })
    // A page with TLS doesn't accept what a page without it could have set.
    const elsewhere = await post('show-dashboard', { headers: { ...own, Cookie: value } })
    expect(bodyOf(elsewhere)).toMatchObject({ operator: null })
  })

  it('gets a new one at every sign-in, whatever the browser had before', async () => {
    const { claim, post } = await fixture()
    const first = pairOf(await claim())
    const { email, password } = person
    const signedIn = await post('sign-in-with-password', {
      body: { email, password },
      headers: { ...own, Cookie: first },
    })
    expect(bodyOf(signedIn)).toEqual({ signedIn: true, wrongCodes: 0 })
    expect(pairOf(signedIn)).not.toBe(first)
    const planted = '__Host-quittance=si_planted.by-somebody-else'
    const shown = await post('show-dashboard', { headers: { ...own, Cookie: planted } })
    expect(bodyOf(shown)).toMatchObject({ operator: null })
  })

  it('opens the dashboard however long nobody has been there', async () => {
    const { table, post } = await fixture()
    const lastSeenAt = new Date(Date.now() - 11 * 3_600_000)
    const cookie = await signedInAs(table, 'owner', { signIn: { lastSeenAt } })
    const shown = await post('show-dashboard', { headers: { ...own, Cookie: cookie } })
    expect(shown.statusCode).toBe(200)
    expect(bodyOf(shown)).toMatchObject({ operator: { role: 'owner' } })
  })

  it('loses it by signing out, and then nobody can use it', async () => {
    const { claim, post } = await fixture()
    const headers = { ...own, Cookie: pairOf(await claim()) }
    const out = await post('sign-out', { headers })
    expect(cookieOf(out)).toBe(
      '__Host-quittance=; Secure; HttpOnly; SameSite=Strict; Path=/; Max-Age=0',
    )
    expect(bodyOf(await post('show-dashboard', { headers }))).toMatchObject({ operator: null })
  })

  it.each([
    ['without the header', { ...own, 'X-Quittance-Dashboard': '' }],
    ['from another site', { ...own, 'Sec-Fetch-Site': 'cross-site' }],
    ['from another host of the site', { ...own, 'Sec-Fetch-Site': 'same-site' }],
    ['by typing an address', { ...own, 'Sec-Fetch-Site': 'none' }],
  ])('can do nothing %s', async (_, headers) => {
    const { config } = await serviceFunctions({})
    for (const { name, entry } of visitorFunctions) {
      const { serve } = await import(`${repositoryRoot}/${entry}`)
      const event = pageEvent({ path: `/api/dashboard/${name}`, parameters: {}, headers, body: {} })
      const refused = await serve(config)(event, lambdaContext())
      expect(errorOf(refused), name).toMatchObject({ status: 403, code: 'insufficient_scope' })
      expect(refused.headers, name).toMatchObject({ 'X-Frame-Options': 'DENY' })
    }
  })

  it('can’t send a form, or fields that nobody knows', async () => {
    const { post } = await fixture()
    const form = { ...own, 'Content-Type': 'application/x-www-form-urlencoded' }
    expect(errorOf(await post('sign-out', { headers: form, body: 'a=b' })).status).toBe(415)
    const unknown = await post('sign-out', { body: { operatorId: 'op_1' } })
    expect(errorOf(unknown)).toMatchObject({ status: 400, code: 'parameter_unknown' })
  })

  it('learns when to try again', async () => {
    const { claim, post } = await fixture()
    await claim()
    const body = { email: person.email, password: 'x' }
    const wrong = () => post('sign-in-with-password', { body })
    const responses = await Promise.all(Array.from({ length: 10 }, wrong))
    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([401]))
    const paused = await wrong()
    expect(errorOf(paused)).toMatchObject({ status: 429, code: 'rate_limit_exceeded' })
    expect(Number(paused.headers['Retry-After'])).toBeGreaterThan(0)
  })
})
