import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { connect, createServer as createTcpServer, isIP, type Server, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { afterEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { hostileNames, hostileUrls } from '../../../test/hostile-urls.ts'
import tls from '../../../test/vectors/localhost-tls.json' with { type: 'json' }
import { type ReceiverResponse, startWebhookReceiver } from '../../../test/webhook-receiver.ts'
import { isDelivered } from '../rules/delivery-attempt.ts'
import type { Resolve } from './resolve-name.ts'
import { type SendOptions, sendWebhook } from './send.ts'

const body = JSON.stringify({
  id: 'evt_1',
  object: 'event',
  type: 'session.paid',
  livemode: false,
  data: { id: 'cs_1', sequence: 1, title: 'Zoë 👋' },
  createdAt: '2026-03-01T12:00:00.000Z',
})
const headers = { 'Content-Type': 'application/json' }
const local: SendOptions = { allowLoopback: true, timeoutMs: 10_000 }
const strict: SendOptions = { allowLoopback: false, timeoutMs: 10_000 }

const redirectTargets = [...hostileUrls, ...hostileNames.map(([host]) => `https://${host}/`)]

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()))
})

async function receiving(response: ReceiverResponse) {
  const receiver = await startWebhookReceiver({ respondAlways: response })
  closing.push(receiver.close)
  return receiver
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => sockets.add(socket))
  closing.push(() => {
    for (const socket of sockets) socket.destroy()
    return new Promise((closed) => server.close(() => closed()))
  })
  return z.object({ port: z.int() }).parse(server.address()).port
}

function resolvingTo(addresses: readonly string[]): Resolve {
  return async () => addresses.map((address) => ({ address, family: isIP(address) || 6 }))
}

describe('a delivery', () => {
  it('posts the body as it is and keeps the response', async () => {
    const receiver = await receiving((response) => response.writeHead(201).end('thank you'))
    const outcome = await sendWebhook({ url: receiver.url, headers, body }, local)
    expect(outcome).toEqual({ kind: 'responded', statusCode: 201, body: 'thank you' })
    expect(isDelivered(outcome)).toBe(true)
    const [delivery] = receiver.deliveries
    expect(delivery).toMatchObject({ method: 'POST', path: '/webhooks', rawBody: body })
    expect(delivery?.headers).toMatchObject({
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    })
  })

  it('keeps some headers of a refusal, and none of a success', async () => {
    const given = { 'Retry-After': '120', 'Set-Cookie': 'session=secret', Date: 'Mon' }
    const receiver = await receiving((response) => response.writeHead(503, given).end('later'))
    const refused = await sendWebhook({ url: receiver.url, headers, body }, local)
    expect(refused).toMatchObject({ headers: { 'retry-after': '120', date: 'Mon' } })
    expect(JSON.stringify(refused)).not.toContain('secret')
    const glad = await receiving((response) => response.writeHead(200, given).end())
    expect(await sendWebhook({ url: glad.url, headers, body }, local)).not.toHaveProperty('headers')
  })

  it.each([301, 302, 303, 307, 308])(
    'takes a redirect (%i) for a failure and does not follow',
    async (status) => {
      const target = await receiving(200)
      const receiver = await receiving((response) =>
        response.writeHead(status, { location: target.url }).end(),
      )
      const outcome = await sendWebhook({ url: receiver.url, headers, body }, local)
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
    const outcome = await sendWebhook({ url, headers, body }, { ...local, resolve })
    expect(outcome).toMatchObject({ kind: 'responded', statusCode: 307 })
    expect(isDelivered(outcome)).toBe(false)
    expect(looked).toEqual(['localhost'])
    expect(receiver.connections()).toBe(1)
  })

  it.each([400, 404, 410, 429, 500, 503])('counts %i as a failure', async (status) => {
    const receiver = await receiving(status)
    const outcome = await sendWebhook({ url: receiver.url, headers, body }, local)
    expect(outcome).toMatchObject({ kind: 'responded', statusCode: status })
    expect(isDelivered(outcome)).toBe(false)
  })

  it('keeps the first 4 KiB of a long response', async () => {
    const receiver = await receiving((response) => response.end('x'.repeat(10_000)))
    const outcome = await sendWebhook({ url: receiver.url, headers, body }, local)
    expect(outcome).toMatchObject({ statusCode: 200, body: 'x'.repeat(4096) })
  })

  it('accepts 64 KiB of an endless response, and not a byte less', async () => {
    const ended = async (bytes: number) => {
      const receiver = await receiving((response) => response.write('x'.repeat(bytes)))
      return sendWebhook({ url: receiver.url, headers, body }, { ...local, timeoutMs: 1_000 })
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
    const outcome = await sendWebhook({ url: receiver.url, headers, body }, local)
    expect(outcome).toMatchObject({ kind: 'responded', statusCode: 200 })
    // What the receiver could write beyond 64 KiB stands in socket buffers that nobody reads.
    expect(written).toBeLessThan(32 * 1024 * 1024)
  })
})

describe('a receiver that sends bytes that never show in a response', () => {
  const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'

  it.each([
    ['interim responses', '', 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(1_000)],
    ['what chunks carry besides data', chunked, `1;${'x'.repeat(16_000)}\r\na\r\n`],
  ])('is cut long before the deadline: %s', async (_, head, endless) => {
    let written = 0
    const server = createTcpServer((socket) => {
      socket.on('error', () => socket.destroy())
      const pour = () => {
        while (!socket.destroyed && socket.write(endless)) written += endless.length
      }
      socket.on('drain', pour).once('data', () => {
        socket.write(head)
        pour()
      })
    })
    const url = `http://127.0.0.1:${await listening(server)}/`
    const outcome = await sendWebhook({ url, headers, body }, { ...local, timeoutMs: 5_000 })
    expect(outcome).toMatchObject({ kind: 'failed' })
    expect(outcome).not.toMatchObject({ error: 'timed_out' })
    expect(written).toBeLessThan(32 * 1024 * 1024)
  })
})

describe('a receiver that takes its time', () => {
  const deadline = { ...local, timeoutMs: 300 }
  const timedOut = { kind: 'failed', error: 'timed_out', message: 'no complete response in time' }

  function dripping(response: ServerResponse, drip: () => void): void {
    const timer = setInterval(drip, 20)
    response.on('close', () => clearInterval(timer))
  }

  it.each<[string, ReceiverResponse]>([
    ['never responds', () => undefined],
    [
      'drips its body',
      (response) => {
        response.writeHead(200)
        dripping(response, () => response.write('x'))
      },
    ],
    [
      'sends a head and no body',
      (response) => {
        response.writeHead(200, { 'content-length': '5' }).flushHeaders()
      },
    ],
    [
      'sends interim responses only',
      (response) => dripping(response, () => response.writeProcessing()),
    ],
    [
      'drips its head',
      (response, { socket }) => {
        socket.write('HTTP/1.1 200 OK\r\nX-A: ')
        dripping(response, () => socket.write('x'))
      },
    ],
  ])('is cut at the deadline: %s', async (_, response) => {
    const receiver = await receiving(response)
    const startedAt = performance.now()
    const outcome = await sendWebhook({ url: receiver.url, headers, body }, deadline)
    expect(outcome).toEqual(timedOut)
    expect(performance.now() - startedAt).toBeLessThan(5000)
  })

  it('is cut at the deadline: its name server never responds', async () => {
    const url = 'https://shop.example.com/'
    const never: Resolve = () => new Promise(() => undefined)
    const options = { ...strict, timeoutMs: 300, resolve: never }
    expect(await sendWebhook({ url, headers, body }, options)).toEqual(timedOut)
  })

  it('is cut at the deadline: it takes the connection and no TLS', async () => {
    const port = await listening(createTcpServer())
    const url = `https://localhost:${port}/`
    expect(await sendWebhook({ url, headers, body }, deadline)).toEqual(timedOut)
  })
})

/** A thread that takes no connection until it is let go: those that its backlog does not hold have to knock again. */
const reluctant = `
  const { parentPort, workerData } = require('node:worker_threads')
  const server = require('node:http').createServer((_, response) => response.end())
  server.listen({ host: '127.0.0.1', port: 0, backlog: 1 }, () => {
    parentPort.postMessage(server.address().port)
    Atomics.wait(workerData, 0, 0)
  })
`

describe('a receiver that is far away', () => {
  it('is reached by its first address, though the other one leads nowhere', async () => {
    const held = new Int32Array(new SharedArrayBuffer(4))
    const thread = new Worker(reluctant, { eval: true, workerData: held })
    closing.push(async () => void (await thread.terminate()))
    const [port] = z.tuple([z.int()]).parse(await once(thread, 'message'))
    for (let filled = 0; filled < 2; filled++) {
      const socket = connect(port, '127.0.0.1')
      closing.push(async () => void socket.destroy())
      await once(socket, 'connect')
    }
    const resolve = resolvingTo(['127.0.0.1', '::1'])
    const url = `http://localhost:${port}/`
    const sending = sendWebhook({ url, headers, body }, { ...local, resolve })
    // Its knock is out by then; the next one comes a second later.
    await setImmediate()
    Atomics.store(held, 0, 1)
    Atomics.notify(held, 0)
    expect(await sending).toMatchObject({ kind: 'responded', statusCode: 200 })
  })
})

describe('a URL that is not for us', () => {
  it.each(hostileUrls)('is refused when sending: %s', async (url) => {
    expect(await sendWebhook({ url, headers, body }, strict)).toMatchObject({
      kind: 'failed',
      error: 'address_refused',
    })
  })

  it.each(hostileNames)(
    'is refused where its name leads elsewhere: %s',
    async (host, addresses) => {
      const url = `https://${host}:8443/`
      const options = { ...strict, resolve: resolvingTo(addresses) }
      expect(await sendWebhook({ url, headers, body }, options)).toMatchObject({
        kind: 'failed',
        error: 'address_refused',
        message: expect.stringContaining('not a public address'),
      })
    },
  )

  it('is not connected to, though it is there', async () => {
    const receiver = await receiving(200)
    const { port } = receiver
    for (const url of [
      `http://127.0.0.1:${port}/`,
      `https://127.0.0.1:${port}/`,
      `http://[::ffff:127.0.0.1]:${port}/`,
      `https://localhost:${port}/`,
    ]) {
      expect(await sendWebhook({ url, headers, body }, strict)).toMatchObject({ kind: 'failed' })
    }
    expect(receiver.connections()).toBe(0)
  })

  it('gains nothing by changing its address after the check (DNS rebinding)', async () => {
    const receiver = await receiving(200)
    const responses = ['127.0.0.1']
    let asked = 0
    const rebinding: Resolve = async () => {
      asked++
      return [{ address: responses.shift() ?? '169.254.169.254', family: 4 }]
    }
    const url = `http://shop.localhost:${receiver.port}/`
    const send = () => sendWebhook({ url, headers, body }, { ...local, resolve: rebinding })
    // The connection goes to exactly the address that was checked, without another lookup.
    expect(await send()).toMatchObject({ kind: 'responded', statusCode: 200 })
    expect(asked).toBe(1)
    expect(await send()).toMatchObject({ kind: 'failed', error: 'address_refused' })
    expect(receiver.connections()).toBe(1)
  })

  it('may not lead away from this machine where it claims to be it', async () => {
    const options = { ...local, resolve: resolvingTo(['10.0.0.1']) }
    const outcome = await sendWebhook({ url: 'http://localhost:4401/', headers, body }, options)
    expect(outcome).toMatchObject({ kind: 'failed', error: 'address_refused' })
  })
})

describe('TLS', () => {
  async function serving(): Promise<string> {
    const server = createHttpsServer({ key: tls.key, cert: tls.certificate }, (_, response) => {
      response.end('over TLS')
    })
    return `https://localhost:${await listening(server)}/`
  }

  it('is used where the certificate is trusted', async () => {
    const outcome = await sendWebhook(
      { url: await serving(), headers, body },
      { ...local, ca: tls.certificate },
    )
    expect(outcome).toEqual({ kind: 'responded', statusCode: 200, body: 'over TLS' })
  })

  it('is refused where it is not', async () => {
    const outcome = await sendWebhook({ url: await serving(), headers, body }, local)
    expect(outcome).toMatchObject({ kind: 'failed', error: 'tls_failed' })
  })

  it('is refused for another name', async () => {
    const url = (await serving()).replace('localhost', 'shop.localhost')
    const options = { ...local, ca: tls.certificate, resolve: resolvingTo(['127.0.0.1']) }
    const outcome = await sendWebhook({ url, headers, body }, options)
    expect(outcome).toMatchObject({ kind: 'failed', error: 'tls_failed' })
  })
})

describe('other failures have names', () => {
  it('connection_failed', async () => {
    const receiver = await startWebhookReceiver()
    await receiver.close()
    const outcome = await sendWebhook({ url: receiver.url, headers, body }, local)
    expect(outcome).toMatchObject({ kind: 'failed', error: 'connection_failed' })
  })

  it('connection_failed, in the middle of the response', async () => {
    const receiver = await receiving((response) => {
      response.writeHead(200, { 'content-length': '10' })
      response.write('12345', () => response.destroy())
    })
    const outcome = await sendWebhook({ url: receiver.url, headers, body }, local)
    expect(outcome).toMatchObject({ kind: 'failed', error: 'connection_failed' })
  })

  it('name_not_resolved', async () => {
    const options = { ...strict, resolve: resolvingTo([]) }
    const outcome = await sendWebhook({ url: 'https://gone.example.com/', headers, body }, options)
    expect(outcome).toMatchObject({ kind: 'failed', error: 'name_not_resolved' })
  })

  it.each([
    ['no HTTP', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['a head without end', `HTTP/1.1 200 OK\r\nX-A: ${'x'.repeat(40_000)}`],
  ])('invalid_response: %s', async (_, bytes) => {
    const server = createTcpServer((socket) => {
      socket.on('error', () => socket.destroy())
      socket.end(bytes)
    })
    const url = `http://127.0.0.1:${await listening(server)}/`
    const outcome = await sendWebhook({ url, headers, body }, local)
    expect(outcome).toMatchObject({ kind: 'failed', error: 'invalid_response' })
  })

  it('an upgrade that nobody asked for is a failure', async () => {
    const server = createTcpServer((socket) => {
      socket.on('error', () => socket.destroy())
      socket.write(
        'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n',
      )
    })
    const url = `http://127.0.0.1:${await listening(server)}/`
    const outcome = await sendWebhook({ url, headers, body }, local)
    expect(outcome).toMatchObject({ kind: 'failed', error: 'connection_failed' })
  })
})
