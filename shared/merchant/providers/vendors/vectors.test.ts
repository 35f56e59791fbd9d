import { createPublicKey, verify } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { anAccount, credentialsOf } from '../../../../test/provider-accounts.ts'
import manifest from '../../../../test/vectors/providers/vectors.json' with { type: 'json' }
import { weighReport } from '../rules/weigh-report.ts'
import { authorization } from './banxa.ts'
import { requestSignature } from './binance-pay.ts'
import { bearerToken } from './coinbase-checkouts.ts'
import type { ProviderCallback } from './hosted-provider.ts'
import { hostedProviders } from './hosted-providers.ts'
import { addressSignature } from './mercuryo.ts'
import { signedUrl } from './moonpay.ts'
import { signedQuery } from './ramp.ts'

/** A vector by its provider and name. The last test checks that each is used. */
const used = new Set<string>()

const vector = z.looseObject({ provider: z.string(), name: z.string() })
const vectors = new Map(
  manifest.vectors.map((each) => [`${each.provider} ${each.name}`, vector.parse(each)]),
)

function textsOf<Name extends string>(id: string, ...names: Name[]): Record<Name, string> {
  used.add(id)
  const found = vectors.get(id)
  const shape = z.object(Object.fromEntries(names.map((name) => [name, z.string()])))
  return z.record(z.enum(names), z.string()).parse(shape.parse(found))
}

const sessionId = 'cs_7f3a9c1e5b2d4068a1b2c3d4e5f60718'
const signedAt = new Date(1_760_000_000_000)

function callback(
  httpBody: string,
  headers: Record<string, string> = {},
  changes: Partial<ProviderCallback> = {},
): ProviderCallback {
  return { rawBody: Buffer.from(httpBody), headers, query: {}, path: '', ...changes }
}

const banxaPath = '/api/providers/banxa/webhook'

const hook = textsOf('coinbase_checkouts webhook-hook0-v0-v1', 'key', 'httpBody', 'headerValue')
const hookHeaders = { 'content-type': 'application/json', 'x-event-id': 'evt_1' }
const hookParts = hook.headerValue.split(',')
const hookWithout = (version: string) =>
  hookParts.filter((part) => !part.startsWith(version)).join(',')

const transakBody = textsOf('transak webhook-jwt-hs256', 'key', 'httpBody', 'jwt')
const rampReleased = textsOf(
  'ramp webhook-genuine-demo-RELEASED',
  'httpBody',
  'signature',
  'publicKeyPem',
)
const rampCreated = textsOf('ramp webhook-genuine-demo-CREATED', 'httpBody', 'signature')
const rampUsd = textsOf('ramp webhook-self-USD-RELEASED', 'httpBody', 'signature', 'publicKeyPem')
const moonpayHook = textsOf('moonpay webhook-v2', 'key', 'httpBody', 'headerValue')
const mercuryoHook = textsOf('mercuryo callback-signature', 'key', 'httpBody', 'expected')
const banxaHook = textsOf('banxa webhook-v2', 'key', 'httpBody', 'headerValue')
const banxaOldHook = textsOf('banxa webhook-legacy', 'key', 'httpBody', 'headerValue')
const binanceHook = textsOf('binance_pay webhook-rsa', 'httpBody', 'expected', 'publicKeyPem')
const chargeHook = textsOf('coinbase_commerce webhook-official', 'key', 'httpBody', 'expected')
const ipn = textsOf(
  'nowpayments ipn-nested-fee',
  'key',
  'httpBody',
  'expected',
  'wrong_shallow_sort',
  'wrong_raw_body',
)
const sdkIpn = textsOf('nowpayments ipn-official-sdk-test-payload', 'key', 'httpBody', 'expected')

const binanceHeaders = {
  'BinancePay-Timestamp': '1760000000000',
  'BinancePay-Nonce': 'abcdefghijklmnopqrstuvwxyzABCDEF',
  'BinancePay-Signature': binanceHook.expected,
}
const atBanxa = { path: banxaPath }

const signedCallbacks = [
  {
    title: 'transak',
    account: anAccount('transak', {}, { tokens: ['newer token', transakBody.key] }),
    given: callback(transakBody.httpBody),
  },
  {
    title: 'transak, in the field that the specification names',
    account: anAccount('transak', {}, { tokens: [transakBody.key] }),
    given: callback(JSON.stringify({ webhookData: transakBody.jwt })),
  },
  {
    title: 'ramp, signed by Ramp itself: RELEASED',
    account: anAccount('ramp'),
    given: callback(rampReleased.httpBody, { 'X-Body-Signature': rampReleased.signature }),
  },
  {
    title: 'ramp, signed by Ramp itself: CREATED',
    account: anAccount('ramp'),
    given: callback(rampCreated.httpBody, { 'X-Body-Signature': rampCreated.signature }),
  },
  {
    title: 'ramp, with a key of its own',
    account: anAccount('ramp', { webhookPublicKey: rampUsd.publicKeyPem }),
    given: callback(rampUsd.httpBody, { 'x-body-signature': rampUsd.signature }),
  },
  {
    title: 'moonpay',
    account: anAccount('moonpay', { webhookKey: moonpayHook.key }),
    given: callback(moonpayHook.httpBody, { 'Moonpay-Signature-V2': moonpayHook.headerValue }),
  },
  {
    title: 'mercuryo',
    account: anAccount('mercuryo', { signKey: mercuryoHook.key }),
    given: callback(mercuryoHook.httpBody, { 'X-Signature': mercuryoHook.expected }),
  },
  ...[banxaHook, banxaOldHook].map(({ key, httpBody, headerValue }) => ({
    title: `banxa: ${httpBody.slice(0, 60)}`,
    account: anAccount('banxa', { apiKey: 'banxa-key', apiSecret: key }),
    given: callback(httpBody, { authorization: headerValue }, atBanxa),
  })),
  {
    title: 'banxa, with a separate webhook key',
    account: anAccount('banxa', { webhookKey: 'banxa-key', webhookSecret: banxaHook.key }),
    given: callback(banxaHook.httpBody, { authorization: banxaHook.headerValue }, atBanxa),
  },
  {
    title: 'binance-pay',
    account: anAccount('binance-pay', { webhookPublicKey: binanceHook.publicKeyPem }),
    given: callback(binanceHook.httpBody, binanceHeaders),
  },
  {
    title: 'coinbase-commerce, of the official SDK',
    account: anAccount('coinbase-commerce', { apiKey: 'k', webhookSecret: chargeHook.key }),
    given: callback(chargeHook.httpBody, { 'X-CC-Webhook-Signature': chargeHook.expected }),
  },
  ...[hook.headerValue, hookWithout('v0'), hookWithout('v1')].map((value, i) => ({
    title: `coinbase-commerce, checkouts ${i}`,
    account: anAccount('coinbase-commerce', {
      ...credentialsOf('coinbase-commerce'),
      webhookSecret: hook.key,
    }),
    given: callback(hook.httpBody, { ...hookHeaders, 'X-Hook0-Signature': value }),
  })),
  ...[ipn, sdkIpn].map(({ key, httpBody, expected }) => ({
    title: `nowpayments: ${httpBody.slice(0, 40)}`,
    account: anAccount('nowpayments', { ipnSecret: key }),
    given: callback(httpBody, { 'x-nowpayments-sig': expected }),
  })),
].map((each) => ({ ...each, provider: hostedProviders[each.account.name] }))

function tampered(given: ProviderCallback): ProviderCallback {
  const changed = (text: string) =>
    text.replace(/(?<=[\w+/-]{4})[\w+/-](?=[\w+/-]{27})/g, (letter) => (letter === '0' ? '1' : '0'))
  const headers = Object.entries(given.headers).map(([name, value = '']) => [name, changed(value)])
  const body = Buffer.from(given.rawBody).toString()
  if (headers.length > 0) return { ...given, headers: Object.fromEntries(headers) }
  return { ...given, rawBody: Buffer.from(body.replace(/\.[^.]*$/, changed)) }
}

describe.each(signedCallbacks)('a callback of $title', ({ provider, account, given }) => {
  const check = (changed: ProviderCallback) =>
    provider.verify({ ...account, now: () => signedAt }, changed)

  it('is signed', async () => {
    expect(await check(given)).toBe('signed')
  })

  it('is forged if its signature differs', async () => {
    expect(await check(tampered(given))).toBe('forged')
  })

  it('is forged if its body differs', async () => {
    const body = Buffer.from(given.rawBody).toString()
    const changed = body.includes(transakBody.jwt)
      ? body.replace('.ey', '.ez')
      : body.replace(/}$/, ',"x":1}')
    expect(changed).not.toBe(body)
    expect(await check({ ...given, rawBody: Buffer.from(changed) })).toBe('forged')
  })

  it('is not signed without headers, or with another account’s keys', async () => {
    const bare = account.name === 'banxa' ? 'unsigned' : 'forged'
    if (account.name !== 'transak') expect(await check({ ...given, headers: {} })).toBe(bare)
    const other = anAccount(account.name)
    const isOwn = JSON.stringify(other.credentials) === JSON.stringify(account.credentials)
    if (isOwn && account.name === 'ramp') return
    const verdict = await provider.verify({ ...other, now: () => signedAt }, given)
    expect(verdict).not.toBe('signed')
  })
})

it('a checkout’s webhook is forged once it is older than five minutes', async () => {
  const account = anAccount('coinbase-commerce', {
    ...credentialsOf('coinbase-commerce'),
    webhookSecret: hook.key,
  })
  const given = callback(hook.httpBody, { 'x-hook0-signature': hookWithout('v1') })
  const at = (seconds: number) => ({
    ...account,
    now: () => new Date(signedAt.getTime() + seconds * 1000),
  })
  expect(await hostedProviders['coinbase-commerce'].verify(at(300), given)).toBe('signed')
  expect(await hostedProviders['coinbase-commerce'].verify(at(301), given)).toBe('forged')
  expect(await hostedProviders['coinbase-commerce'].verify(at(-301), given)).toBe('forged')
})

it('no algorithm but HS256 signs a token of Transak', async () => {
  const [, payload] = transakBody.jwt.split('.')
  const account = anAccount('transak', {}, { tokens: [transakBody.key] })
  for (const alg of ['none', 'RS256', 'HS512']) {
    const header = Buffer.from(JSON.stringify({ alg })).toString('base64url')
    const body = JSON.stringify({ data: `${header}.${payload}.` })
    expect(await hostedProviders.transak.verify(account, callback(body))).toBe('forged')
  }
})

it('no wrong way to sort an IPN is accepted', async () => {
  const account = anAccount('nowpayments', { ipnSecret: ipn.key })
  for (const wrong of [ipn.wrong_shallow_sort, ipn.wrong_raw_body]) {
    const given = callback(ipn.httpBody, { 'x-nowpayments-sig': wrong })
    expect(await hostedProviders.nowpayments.verify(account, given)).toBe('forged')
  }
})

const wallet = '0x000000000000000000000000000000000000dEaD'
const terms = (currency: string, delivery = {}) => ({
  amount: '25.50',
  currency,
  startedAt: new Date('2025-10-01T00:00:00Z'),
  delivery: { wallet: null, asset: null, network: null, ...delivery },
})

describe('what a callback says', () => {
  it.each([
    {
      name: 'transak',
      given: callback(transakBody.httpBody),
      paymentId: '322dc79c-fad2-4df1-bf50-b292191fc953',
      delivery: { wallet: '0xd902d7ebf7bc5eca9eea22a6ee9f1a30ebebefee', network: 'base' },
    },
    {
      name: 'ramp',
      given: callback(rampUsd.httpBody, {}, { query: { order: 'po_1' } }),
      reference: { by: 'order', id: 'po_1' },
      paymentId: 'p1',
      delivery: { wallet, asset: 'ETH_USDC' },
    },
    {
      name: 'moonpay',
      given: callback(moonpayHook.httpBody),
      paymentId: 'bda09e91-559f-4e7a-807a-cdec1a903d9d',
      delivery: { asset: 'usdc' },
    },
    {
      name: 'mercuryo',
      given: callback(mercuryoHook.httpBody),
      paymentId: '0a1b2c3d4e5f60718',
      delivery: { asset: 'USDC', network: 'ETHEREUM' },
    },
    { name: 'nowpayments', given: callback(ipn.httpBody), paymentId: '5077125051', delivery: {} },
  ] as const)('$name: 25.50 dollars are paid for this session', (expected) => {
    const read = hostedProviders[expected.name].read(expected.given)
    const reference =
      'reference' in expected ? expected.reference : { by: 'session', id: sessionId }
    expect(read).toMatchObject({ kind: 'order', reference })
    const report = read.kind === 'order' ? read.report : null
    expect(report?.paymentId).toBe(expected.paymentId)
    const weigh = (changes: object) => {
      if (!report) return null
      // The vectors leave the time out.
      const dated = { ...report, beganAt: report.beganAt ?? signedAt }
      return weighReport(dated, { ...terms('USD', expected.delivery), ...changes })
    }
    expect(weigh({})).toEqual({ kind: 'paid' })
    // The fees that MoonPay adds to the vector's 25.50 are 1.59.
    const paid = expected.name === 'moonpay' ? '27.09' : '25.5'
    expect(weigh({ amount: paid })).toEqual({ kind: 'paid' })
    const oneCentMore = (Number(paid) + 0.01).toFixed(2)
    expect(weigh({ amount: oneCentMore })).toEqual({ kind: 'unmatched', reason: 'amount_short' })
  })

  it.each([
    { name: 'banxa', given: callback(banxaHook.httpBody), by: 'vendor', id: '0164d962' },
    { name: 'banxa', given: callback(banxaOldHook.httpBody), by: 'vendor', id: '0164d962' },
    { name: 'binance-pay', given: callback(binanceHook.httpBody), by: 'order', id: 'po_7f3a9c1e' },
    { name: 'coinbase-commerce', given: callback(chargeHook.httpBody), by: 'vendor', id: '66BE' },
    { name: 'coinbase-commerce', given: callback(hook.httpBody), by: 'vendor', id: '68f7a946' },
    { name: 'coingate', given: callback('id=538&status=paid'), by: 'vendor', id: '538' },
    {
      name: 'coingate',
      given: callback('{"id":538,"status":"paid"}', { 'Content-Type': 'application/json' }),
      by: 'vendor',
      id: '538',
    },
  ] as const)('$name: only which order to ask for: $id', ({ name, given, by, id }) => {
    expect(hostedProviders[name].isAskedFirst).toBe(true)
    expect(hostedProviders[name].read(given)).toMatchObject({
      kind: 'order',
      reference: { by, id: expect.stringMatching(new RegExp(`^${id}`)) },
      report: null,
    })
  })

  it('Ramp’s own euros do not pay for dollars', () => {
    const read = hostedProviders.ramp.read(callback(rampReleased.httpBody))
    const report = read.kind === 'order' ? read.report : null
    expect(report && weighReport(report, { ...terms('USD'), amount: '1.00' })).toEqual({
      kind: 'unmatched',
      reason: 'wrong_currency',
    })
    const created = hostedProviders.ramp.read(callback(rampCreated.httpBody))
    expect(created.kind === 'order' && created.report?.state).toBe('open')
  })

  it.each(Object.values(hostedProviders))('$name: nothing, if it is something else', (provider) => {
    for (const body of ['', 'null', '[]', '{}', '{"data":1}', 'id', '"x"', '{"event":{}}']) {
      expect(provider.read(callback(body)).kind).toBe('malformed')
    }
  })
})

describe('what is sent is signed', () => {
  it('ramp, the widget’s URL', () => {
    const id = 'ramp widget-url-ed25519-signature'
    const given = textsOf(id, 'privateKeyPem', 'publicKeyPem', 'signedString', 'expectedParam')
    const pairs = given.signedString.split('&').map((pair) => {
      const at = pair.indexOf('=')
      return [pair.slice(0, at), pair.slice(at + 1)] as const
    })
    const parameters = Object.fromEntries(pairs.filter(([name]) => name !== 'timestamp'))
    const now = new Date(1_760_000_000_000)
    const query = signedQuery(parameters, { privateKey: given.privateKeyPem, now })
    expect(query).toBe(`${given.signedString}&${given.expectedParam}`)
  })

  it.each([['moonpay widget-url-signature'], ['moonpay widget-url-signature-docs-example-url']])(
    '%s',
    (id) => {
      const { key, signedString, expected } = textsOf(id, 'key', 'signedString', 'expected')
      const url = signedUrl(new URL(`https://buy-sandbox.moonpay.com/${signedString}`), key)
      expect(new URL(url).searchParams.get('signature')).toBe(expected)
      expect(url.split('&signature=')[0]).toContain(signedString)
    },
  )

  it('mercuryo, the wallet’s address', () => {
    const of = { viewerAddress: '203.0.113.7', sessionId }
    const key = {
      settlementWallet: '0xA14691F9f1F851bd0c20115Ec10B25FC174371DF',
      widgetSecret: 'widget-secret-123',
    }
    for (const signatureVersion of ['v1', 'v2'] as const) {
      const { expected } = textsOf(`mercuryo address-signature-${signatureVersion}`, 'expected')
      expect(addressSignature({ ...key, signatureVersion }, of)).toBe(expected)
    }
  })

  it('banxa, its calls', () => {
    const { httpBody, ...created } = textsOf(
      'banxa request-create-order',
      'key',
      'httpBody',
      'headerValue',
    )
    const keys = { key: 'banxa-key', secretKey: created.key }
    const nonce = '1760000000000000'
    const post = { method: 'POST', path: '/api/orders', nonce, body: JSON.parse(httpBody) }
    expect(authorization(keys, post)).toBe(created.headerValue)
    const found = textsOf('banxa request-get-order', 'headerValue')
    const path = '/api/orders/0164d962448fbd34f644ffd65624d8ef'
    expect(authorization(keys, { method: 'GET', path, nonce })).toBe(found.headerValue)
  })

  it('binance-pay, its calls', () => {
    const id = 'binance_pay request-signature'
    const { key, httpBody, expected } = textsOf(id, 'key', 'httpBody', 'expected')
    const of = { timestamp: '1760000000000', nonce: 'abcdefghijklmnopqrstuvwxyzABCDEF' }
    expect(requestSignature(key, { ...of, body: JSON.parse(httpBody) })).toBe(expected)
  })

  it('coinbase, its calls, with either kind of key', () => {
    const id = 'coinbase_checkouts cdp-bearer-jwt-ed25519'
    const { apiKeySecretBase64, expected } = textsOf(id, 'apiKeySecretBase64', 'expected')
    const uri = 'POST business.coinbase.com/api/v1/checkouts'
    const call = { uri, nonce: '00112233445566778899aabbccddeeff', now: signedAt }
    const token = bearerToken({ keyId: 'key-id-1', keySecret: apiKeySecretBase64 }, call)
    expect(token).toBe(expected)
    const { privateKey, publicKey } = anAccount('coinbase-commerce').curveKeys
    const onCurve = bearerToken({ keyId: 'key-id-1', keySecret: privateKey }, call)
    const [header = '', claims = '', signature = ''] = onCurve.split('.')
    expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toMatchObject({ alg: 'ES256' })
    const key = { key: createPublicKey(publicKey), dsaEncoding: 'ieee-p1363' } as const
    const signed = Buffer.from(`${header}.${claims}`)
    expect(verify('sha256', signed, key, Buffer.from(signature, 'base64url'))).toBe(true)
  })
})

it('every vector was used', () => {
  expect([...vectors.keys()].filter((id) => !used.has(id))).toEqual([])
})
