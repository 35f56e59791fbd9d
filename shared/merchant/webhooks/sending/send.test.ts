import { createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import { hostileNames, hostileUrls } from '../../../../test/hostile-urls.ts'
import {
  listening,
  local,
  receiving,
  requestTo,
  resolvingTo,
  strict,
} from '../../../../test/send-fixture.ts'
import { startWebhookReceiver } from '../../../../test/webhook-receiver.ts'
import type { Resolve } from '../../../http/client/resolve-name.ts'
import { isDelivered } from '../../../records/outbox/rules/delivery-attempt.ts'
import { sendWebhook } from './send.ts'

const redirectTargets = [...hostileUrls, ...hostileNames.map(([host]) => `https://${host}/`)]

describe('a delivery', () => {
  it('posts the body as it is and keeps the response', async () => {
    const receiver = await receiving((response) => response.writeHead(201).end('thank you'))
    const request = requestTo(receiver.url)
    const outcome = await sendWebhook(request, local)
    expect(outcome).toEqual({ kind: 'responded', statusCode: 201, body: 'thank you' })
    expect(isDelivered(outcome)).toBe(true)
    const [delivery] = receiver.deliveries
    expect(delivery).toMatchObject({ method: 'POST', path: '/webhooks', rawBody: request.body })
    expect(delivery?.headers).toMatchObject({
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(request.body)),
      connection: 'close',
    })
  })

  it('keeps some headers of a refusal, and none of a success', async () => {
    const given = { 'Retry-After': '120', 'Set-Cookie': 'session=secret', Date: 'Mon' }
    const receiver = await receiving((response) => response.writeHead(503, given).end('later'))
    const refused = await sendWebhook(requestTo(receiver.url), local)
    expect(refused).toMatchObject({ headers: { 'retry-after': '120', date: 'Mon' } })
    expect(JSON.stringify(refused)).not.toContain('secret')
    const glad = await receiving((response) => response.writeHead(200, given).end())
    expect(await sendWebhook(requestTo(glad.url), local)).not.toHaveProperty('headers')
  })

  it.each([301, 302, 303, 307, 308])(
    'takes a redirect (%i) for a failure and does not follow',
    async (status) => {
      const target = await receiving(200)
      const receiver = await receiving((response) =>
        response.writeHead(status, { location: target.url }).end(),
      )
      const outcome = await sendWebhook(requestTo(receiver.url), local)
      expect(outcome).toMatchObject({ kind: 'responded', statusCode: status })
      expect(isDelivered(outcome)).toBe(false)
      expect(target.connections()).toBe(0)
    },
  )

  it.each(redirectTargets)('is not led to %s', async (target) => {
    // Raw bytes, as a hostile receiver may send them.
    const location = Buffer.from(target, 'utf8').toString('latin1')
    const receiver = await receiving((response) => response.writeHead(307, { location }).end())
    const looked: string[] = []
    const resolve: Resolve = async (name) => {
      looked.push(name)
      return [{ address: '127.0.0.1', family: 4 }]
    }
    const url = `http://localhost:${receiver.port}/`
    const outcome = await sendWebhook(requestTo(url), { ...local, resolve })
    expect(outcome).toMatchObject({ kind: 'responded', statusCode: 307 })
    expect(isDelivered(outcome)).toBe(false)
    expect(looked).toEqual(['localhost'])
    expect(receiver.connections()).toBe(1)
  })

  it.each([400, 404, 410, 429, 500, 503])('counts %i as a failure', async (status) => {
    const receiver = await receiving(status)
    const outcome = await sendWebhook(requestTo(receiver.url), local)
    expect(outcome).toMatchObject({ kind: 'responded', statusCode: status })
    expect(isDelivered(outcome)).toBe(false)
  })

  it('keeps the first 4 KiB of a long response', async () => {
    const receiver = await receiving((response) => response.end('x'.repeat(10_000)))
    const outcome = await sendWebhook(requestTo(receiver.url), local)
    expect(outcome).toMatchObject({ statusCode: 200, body: 'x'.repeat(4096) })
  })

  it('accepts 64 KiB of an endless response, and not a byte less', async () => {
    const ended = async (bytes: number) => {
      const receiver = await receiving((response) => response.write('x'.repeat(bytes)))
      return sendWebhook(requestTo(receiver.url), { ...local, timeoutMs: 1_000 })
    }
    expect(await ended(65_536)).toMatchObject({ kind: 'responded', statusCode: 200 })
    expect(await ended(65_535)).toMatchObject({ kind: 'failed', error: 'timed_out' })
  })

  it('stops reading an endless response at 64 KiB; the status counts', async () => {
    let written = 0
    const receiver = await receiving((response) => {
      const pour = () => {
        while (!response.destroyed && response.write('x'.repeat(16_384))) written += 16_384
      }
      response.on('drain', pour)
      pour()
    })
    const outcome = await sendWebhook(requestTo(receiver.url), local)
    expect(outcome).toMatchObject({ kind: 'responded', statusCode: 200 })
    // What the receiver could write beyond 64 KiB stands in socket buffers that nobody reads.
    expect(written).toBeLessThan(32 * 1024 * 1024)
  })
})

describe('other failures have names', () => {
  it('connection_failed', async () => {
    const receiver = await startWebhookReceiver()
    await receiver.close()
    const outcome = await sendWebhook(requestTo(receiver.url), local)
    expect(outcome).toMatchObject({ kind: 'failed', error: 'connection_failed' })
  })

  it('connection_failed, in the middle of the response', async () => {
    const receiver = await receiving((response) => {
      response.writeHead(200, { 'content-length': '10' })
      response.write('12345', () => response.destroy())
    })
    const outcome = await sendWebhook(requestTo(receiver.url), local)
    expect(outcome).toMatchObject({ kind: 'failed', error: 'connection_failed' })
  })

  it('name_not_resolved', async () => {
    const options = { ...strict, resolve: resolvingTo([]) }
    const outcome = await sendWebhook(requestTo('https://gone.example.com/'), options)
    expect(outcome).toMatchObject({ kind: 'failed', error: 'name_not_resolved' })
  })

  it.each([
    ['no HTTP', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['a head without end', `HTTP/1.1 200 OK\r\nX-A: ${'x'.repeat(40_000)}`],
  ])('invalid_response: %s', async (_, bytes) => {
    const server = createServer((socket) => {
      socket.on('error', () => socket.destroy())
      socket.end(bytes)
    })
    const url = `http://127.0.0.1:${await listening(server)}/`
    const outcome = await sendWebhook(requestTo(url), local)
    expect(outcome).toMatchObject({ kind: 'failed', error: 'invalid_response' })
  })

  it('an upgrade that nobody asked for is a failure', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => socket.destroy())
      socket.write(
        'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n',
      )
    })
    const url = `http://127.0.0.1:${await listening(server)}/`
    const outcome = await sendWebhook(requestTo(url), local)
    expect(outcome).toMatchObject({ kind: 'failed', error: 'connection_failed' })
  })
})
