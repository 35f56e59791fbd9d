import { readFile } from 'node:fs/promises'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { refundExample } from '../../shared/money/refunds/wire/refund-example.ts'
import { isFulfillable } from './is-fulfillable.ts'
import { webhooks } from './quittance.ts'
import { WebhookVerificationError, webhookVerifier } from './verify-webhook.ts'

const vector = z.object({
  name: z.string(),
  secrets: z.array(z.string()),
  timestamp: z.number(),
  body: z.string(),
  headers: z.record(z.string(), z.string()),
})
const file = new URL('../../test/vectors/webhook-signatures.json', import.meta.url)
const vectors = z.array(vector).parse(JSON.parse(await readFile(file, 'utf8')))
const isOwn = ([name]: [string, string]) => name.startsWith('X-')

function verifierAt(seconds: number) {
  return webhookVerifier({ now: () => new Date(seconds * 1000) })
}

function first() {
  const [known] = vectors
  if (!known) throw new Error('there are vectors')
  return known
}

describe.each(vectors.filter(({ body }) => body))(
  '$name',
  ({ secrets, timestamp, body, headers }) => {
    const verifier = verifierAt(timestamp)
    const own = Object.fromEntries(Object.entries(headers).filter(isOwn))
    const standard = Object.fromEntries(Object.entries(headers).filter((entry) => !isOwn(entry)))

    it('is valid with either header set, and each secret that signed', async () => {
      for (const secret of secrets) {
        for (const set of [headers, own, standard, new Headers(own), new Headers(standard)]) {
          expect(await verifier.verify(body, set, secret)).toEqual(JSON.parse(body))
        }
        expect(
          await verifier.verify(new TextEncoder().encode(body), own, ['whsec_b3RoZXI=', secret]),
        )
      }
    })

    it('is not valid for another body, secret or time', async () => {
      const [secret = ''] = secrets
      for (const set of [own, standard]) {
        await expect(verifier.verify(`${body} `, set, secret)).rejects.toThrow(
          /No signature is valid/,
        )
        await expect(verifier.verify(body, set, 'whsec_b3RoZXI=')).rejects.toThrow(/No signature/)
        for (const off of [-301, 301]) {
          const late = verifierAt(timestamp + off)
          await expect(late.verify(body, set, secret)).rejects.toThrow(/too old or too new/)
        }
      }
    })
  },
)

it('a signed body that is not an event is rejected', async () => {
  const empty = vectors.find(({ body }) => body === '')
  const { secrets, timestamp, body, headers } = empty ?? first()
  const [secret = ''] = secrets
  await expect(verifierAt(timestamp).verify(body, headers, secret)).rejects.toThrow(/not JSON/)
})

it('accepts signatures of the official library', async () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const now = new Date()
  const body = JSON.stringify({ id: 'evt_1', type: 'session.paid' })
  const headers = {
    'Webhook-Id': 'evt_1',
    'Webhook-Timestamp': String(Math.floor(now.getTime() / 1000)),
    'Webhook-Signature': `v1a,AAAA ${new Webhook(secret).sign('evt_1', now, body)}`,
  }
  expect(await webhooks.verify(body, headers, secret)).toMatchObject({ type: 'session.paid' })
})

it('says what is wrong if it cannot be the secret', async () => {
  const { secrets, timestamp, body, headers } = first()
  const { verify } = verifierAt(timestamp)
  const [secret = ''] = secrets
  await expect(verify(body, {}, secret)).rejects.toThrow(/signature headers are missing/)
  await expect(verify(body, headers, '')).rejects.toThrow(/secret is empty/)
  await expect(verify(body, headers, [])).rejects.toBeInstanceOf(WebhookVerificationError)
  const parsed: string | Uint8Array = JSON.parse(body)
  await expect(verify(parsed, headers, secret)).rejects.toThrow(/Disable the JSON parser/)
})

it('rejects a malformed signature', async () => {
  const { secrets, timestamp, body } = first()
  const { verify } = verifierAt(timestamp)
  const [secret = ''] = secrets
  const at = String(timestamp)
  for (const value of ['', 'v1,', 'v1,%%%', 'v1,A', 'v2,AAAA', 'v1,\u0000']) {
    const headers = { 'webhook-id': 'evt', 'webhook-timestamp': at, 'webhook-signature': value }
    await expect(verify(body, headers, secret)).rejects.toBeInstanceOf(WebhookVerificationError)
  }
  for (const value of ['v1=', `t=${at},v1=zz`, `t=${at},v1=abc`, 'v0=00']) {
    const headers = { 'x-webhook-timestamp': at, 'x-webhook-signature': value }
    await expect(verify(body, headers, secret)).rejects.toBeInstanceOf(WebhookVerificationError)
  }
})

it.each([
  ['paid', true],
  ['paid_late', true],
  ['overpaid', true],
  ['pending', false],
  ['detected', false],
  ['underpaid', false],
  ['expired', false],
  ['failed', false],
] as const)('%s may be shipped: %s', (status, expected) => {
  expect(isFulfillable({ status })).toBe(expected)
})

it('a test event is never fulfillable, whatever its status', () => {
  for (const status of ['paid', 'paid_late', 'overpaid'] as const) {
    expect(isFulfillable({ status, synthetic: true })).toBe(false)
  }
})

it('an event about unmatched funds is not fulfillable, even if its session is paid', () => {
  const deposit = {
    id: '1:native',
    chainId: 1,
    asset: 'ETH',
    tokenAddress: null,
    amount: { base: '1', formatted: '0.000000000000000001', decimals: 18 },
    reason: 'already_paid' as const,
    seenAt: '2026-03-01T12:00:00.000Z',
  }
  expect(isFulfillable({ status: 'paid', deposit })).toBe(false)
})

it('an event about a refund is not fulfillable, even if its session is paid', () => {
  expect(isFulfillable({ status: 'paid', refund: refundExample })).toBe(false)
})
