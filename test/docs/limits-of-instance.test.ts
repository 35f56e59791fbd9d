import { afterAll, beforeAll, expect, it } from 'vitest'
import { operate } from '../../infra/operate/operate.ts'
import { operatorFunctions } from '../../infra/operate/operator-functions.ts'
import { type RunningInstance, startInstance } from '../instance.ts'
import { type Merchant, merchant, openLink } from '../journeys/merchant.ts'
import { rowsUnder } from './limits-rows.ts'

const limits = await rowsUnder('Rate limits')

let running: RunningInstance
let shop: Merchant
const streams = new AbortController()

beforeAll(async () => {
  // Each limit is reached by clients of its own.
  running = await startInstance({ env: { TRUSTED_PROXIES: '127.0.0.1,::1' } })
  shop = merchant(running.baseUrl, running.instance.apiKeys.test)
  const [, most, , setting] = limits.find(([of]) => of === ofLink) ?? []
  const settings = await terminal('settings', 'get', '--mode=test', '--json')
  expect(JSON.parse(settings)).toMatchObject({ [`${setting}`]: Number(most) })
  await terminal('settings', 'set', '--mode=test', `${setting}=${fewSessions}`)
})

afterAll(async () => {
  streams.abort()
  await running.stop()
})

/** A request of this client: a name, or a number of its own for each request. */
function send(client: string | number, path: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers)
  headers.set('x-forwarded-for', addressOf(client))
  return fetch(running.baseUrl + path, { ...init, headers, signal: streams.signal })
}

const clients = new Map<string | number, string>()

function addressOf(client: string | number): string {
  const known = clients.get(client)
  if (known) return known
  const address = `10.1.${clients.size >> 8}.${clients.size & 255}`
  clients.set(client, address)
  return address
}

function post(client: string | number, path: string, body: object): Promise<Response> {
  return send(client, path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

function dashboard(client: string | number, operation: string, body: object): Promise<Response> {
  return send(client, `/api/dashboard/${operation}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin: running.baseUrl,
      'x-quittance-dashboard': '1',
    },
    body: JSON.stringify(body),
  })
}

async function visitedSession(): Promise<string> {
  const { slug } = await shop.createLink('1.00')
  return (await openLink(running.baseUrl, slug)).id
}

function terminal(...args: readonly string[]): Promise<string> {
  const { dataDir } = running
  return operate(() => operatorFunctions({ dataDir, functionPrefix: undefined }), args)
}

/** Returns what sends the requests of one subject, numbered. */
type Attempts = () => Promise<(index: number) => Promise<Response>>

function ofKey(mode: 'live' | 'test'): Attempts {
  return async () => {
    const headers = { authorization: `Bearer ${running.instance.apiKeys[mode]}` }
    return () => send(mode, '/api/v1/customers?limit=1', { headers })
  }
}

function ofSession(request: (path: string, index: number) => Promise<Response>): Attempts {
  return async () => {
    const path = `/api/checkout/sessions/${await visitedSession()}`
    return (index) => request(path, index)
  }
}

const signIn = (client: string | number, email: string) =>
  dashboard(client, 'sign-in-with-password', { email, password: 'not the password' })

/** A busy machine creates no more in a minute. */
const fewSessions = 20
const ofLink = 'new sessions of a payment link'

/** By what docs/limits.md calls them. */
const attempts: Readonly<Record<string, Attempts>> = {
  'requests with an API key of live mode': ofKey('live'),
  'requests with an API key of test mode': ofKey('test'),
  [ofLink]: async () => {
    const { slug } = await shop.createLink('1.00')
    return (index) => post(index, `/api/checkout/links/${slug}/sessions`, {})
  },
  'new sessions of a client': async () => {
    const links = await Promise.all(['1.00', '2.00'].map((price) => shop.createLink(price)))
    return (index) => post('sessions', `/api/checkout/links/${links[index % 2]?.slug}/sessions`, {})
  },
  'details that a client submits': ofSession((path) =>
    post('details', `${path}/details`, { email: 'ana@example.com' }),
  ),
  'transactions that a client’s wallet reports': ofSession((path) =>
    post('reports', `${path}/transactions`, { hash: `0x${'5c'.repeat(32)}` }),
  ),
  'checks of a session that its customers ask for': ofSession((path, index) =>
    send(index, `${path}/check`, { method: 'POST' }),
  ),
  'attempts to choose the coin of a session': ofSession((path, index) =>
    post(index, `${path}/asset`, { chainId: 1, asset: 'ETH' }),
  ),
  'orders of a session at hosted providers': ofSession((path, index) =>
    post(index, `${path}/provider-orders`, { provider: 'moonpay' }),
  ),
  'streams that a client opens': async () => {
    const paths = await Promise.all(Array.from({ length: 5 }, streamOfNewSession))
    return (index) => send('streams', paths[index % paths.length] ?? '')
  },
  'streams of a session': async () => {
    const path = await streamOfNewSession()
    return (index) => send(index, path)
  },
  'requests of a client about links of refunds': async () => () =>
    post('refunds', '/api/checkout/refunds/rf_1', { secret: 'x' }),
  'sign-ins with a passkey that a client begins': async () => () =>
    dashboard('passkeys', 'begin-passkey-sign-in', {}),
  'requests of a client about invitations': async () => () =>
    dashboard('invitations', 'show-invitation', { token: 'x' }),
  'requests of a client to claim an instance': async () => () =>
    dashboard('claims', 'claim-instance', {
      setupToken: 'x',
      email: 'ana@example.com',
      name: 'Ana',
      password: 'correct horse battery',
    }),
  'failed sign-ins of an account, then growing pauses': async () => (index) =>
    signIn(`account ${index}`, running.instance.owner.email),
  'failed sign-ins of a client, then growing pauses': async () => (index) =>
    signIn('guesses', `nobody-${index}@example.com`),
}

async function streamOfNewSession(): Promise<string> {
  return `/api/checkout/sessions/${await visitedSession()}/stream`
}

/** Throws unless this many requests, in a minute or another window, pass before one is refused. */
async function reachLimit(attempt: (index: number) => Promise<Response>, most: number) {
  let sent = 0
  let refused: Response | undefined
  const statuses: number[] = []
  while (!refused && sent <= 2 * most) {
    // Large limits are of a minute.
    const batch = Array.from({ length: Math.max(1, Math.floor(most / 20)) }, () => attempt(sent++))
    const responses = await Promise.all(batch)
    refused = responses.find(({ status }) => status === 429)
    statuses.push(...responses.map(({ status }) => status))
  }
  expect(refused?.headers.get('retry-after')).toMatch(/^\d+$/)
  // More if a window ended in between.
  const passed = statuses.filter((status) => status !== 429)
  expect(passed.length).toBeGreaterThanOrEqual(most)
  expect(passed.filter((status) => status >= 500)).toEqual([])
}

it.each(limits)('docs/limits.md says how many %s: %s', async (of = '', text = '') => {
  const begin = attempts[of]
  if (!begin) throw new Error(`Nothing here reaches the limit of ${of}.`)
  const most = of === ofLink ? fewSessions : Number(text.replace(',', ''))
  await reachLimit(await begin(), most)
})

it('docs/limits.md says which sites may frame the checkout', async () => {
  await terminal('settings', 'set', '--mode=test', 'embedOrigins=https://shop.example')
  const path = `/api/checkout/sessions/${await visitedSession()}/embed`
  const rows = await rowsUnder('Framed checkout')
  expect(rows.length).toBeGreaterThan(0)
  const shown = async () => {
    const { headers } = await send('frame', path)
    return rows.map(([name = '']) => [name, headers.get(name)])
  }
  await expect.poll(shown).toEqual(rows)
})
