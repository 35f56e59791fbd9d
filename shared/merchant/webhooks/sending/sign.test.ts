import { Webhook } from 'standardwebhooks'
import { describe, expect, it, vi } from 'vitest'
import vectors from '../../../../test/vectors/webhook-signatures.json' with { type: 'json' }
import { verifyOwnHeaders } from '../../../../test/verify-delivery.ts'
import { signWebhook } from './sign.ts'

function lowerCased(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, v]) => [name.toLowerCase(), v]))
}

describe('signWebhook', () => {
  // The vectors were computed by another implementation (Python's hmac), not by this one.
  it.each(vectors)('gives the published headers: $name', (vector) => {
    const { eventId, body, timestamp, secrets } = vector
    const [first = '', ...rest] = secrets
    const at = new Date(timestamp * 1000 + 999)
    expect(signWebhook({ eventId, body, at }, [first, ...rest])).toEqual(vector.headers)
  })

  it.each(vectors)('is accepted by both receivers with each secret: $name', (vector) => {
    const now = new Date(vector.timestamp * 1000)
    vi.useFakeTimers({ now, toFake: ['Date'] })
    try {
      const delivery = { headers: lowerCased(vector.headers), rawBody: vector.body }
      for (const secret of vector.secrets) {
        expect(() => verifyOwnHeaders(delivery, secret, now)).not.toThrow()
        expect(() => new Webhook(secret).verify(delivery.rawBody, delivery.headers)).not.toThrow()
      }
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('a receiver', () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`
  const at = new Date()
  const rawBody = '{"id":"evt_1"}'
  const headers = lowerCased(signWebhook({ eventId: 'evt_1', body: rawBody, at }, [secret]))

  it.each([
    ['another body', { headers, rawBody: '{"id":"evt_2"}' }, secret],
    ['a re-serialised body', { headers, rawBody: '{ "id": "evt_1" }' }, secret],
    ['another secret', { headers, rawBody }, other],
  ])('refuses %s', (_, delivery, key) => {
    expect(() => verifyOwnHeaders(delivery, key, at)).toThrow('no signature')
    expect(() => new Webhook(key).verify(delivery.rawBody, delivery.headers)).toThrow('No matching')
  })

  it('refuses a timestamp that was moved', () => {
    const moved = String(Math.floor(at.getTime() / 1000) + 1)
    const own = { ...headers, 'x-webhook-timestamp': moved }
    expect(() => verifyOwnHeaders({ headers: own, rawBody }, secret, at)).toThrow('differ')
    const standard = { ...headers, 'webhook-timestamp': moved }
    expect(() => new Webhook(secret).verify(rawBody, standard)).toThrow('No matching')
  })

  it('refuses a message that is replayed after 300 seconds', () => {
    const later = new Date(at.getTime() + 302_000)
    expect(() => verifyOwnHeaders({ headers, rawBody }, secret, later)).toThrow('300 seconds')
  })
})
