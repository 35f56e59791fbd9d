import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { createRequire } from 'node:module'
import fastify from 'fastify'
import { Hono } from 'hono'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { signWebhook } from '../../shared/merchant/webhooks/sending/sign.ts'
import type { Event } from './generated/types.ts'
import { webhookReceiver } from './webhook-receiver.ts'

// Express comes without types.
const express = createRequire(import.meta.url)('express')
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const text = JSON.stringify({ id: 'evt_1', type: 'session.paid', data: { note: 'naïve ☕' } })
const url = 'http://shop.example/webhooks'

let events: Pick<Event, 'id'>[]
let isBroken: boolean
const receiver = webhookReceiver({
  secret,
  onEvent: (event) => {
    if (isBroken) throw new Error('the database is away')
    events.push(event)
  },
})

beforeEach(() => {
  events = []
  isBroken = false
})

type Sent = { method: 'POST'; body: string; headers: Record<string, string> }
type Host = (sent: Sent) => Promise<{ status: number; text: string }>

function message(body = text): Sent {
  const signed = signWebhook({ eventId: 'evt_1', body: text, at: new Date() }, [secret])
  return { method: 'POST', body, headers: { 'content-type': 'application/json', ...signed } }
}

const closings: (() => void)[] = []
afterEach(() => {
  for (const close of closings.splice(0)) close()
})

async function overHttp(listener: RequestListener, sent: Sent) {
  const server = createServer(listener).listen(0, '127.0.0.1')
  closings.push(() => server.close())
  await once(server, 'listening')
  const { port } = z.object({ port: z.int() }).parse(server.address())
  return outcome(await fetch(`http://127.0.0.1:${port}/webhooks`, sent))
}

async function outcome(response: Response) {
  return { status: response.status, text: await response.text() }
}

function expressApp(...parsers: unknown[]) {
  const app = express()
  app.post('/webhooks', ...parsers, receiver.express)
  app.use(
    (
      error: Error,
      _: unknown,
      response: { status: (code: number) => { send: (text: string) => void } },
      __: unknown,
    ) => {
      response.status(500).send(error.message)
    },
  )
  return app
}

async function onFastify(sent: Sent) {
  const app = fastify()
  closings.push(() => void app.close())
  await app.register(receiver.fastify, { prefix: '/webhooks' })
  app.post('/orders', async ({ body }) => body)
  const order = await app.inject({ method: 'POST', url: '/orders', payload: { parsed: true } })
  expect(order.json()).toEqual({ parsed: true })
  const { statusCode, body } = await app.inject({ ...sent, url: '/webhooks' })
  return { status: statusCode, text: body }
}

async function onLambda(event: Parameters<typeof receiver.lambda>[0]) {
  const { statusCode, body } = await receiver.lambda(event)
  return { status: statusCode, text: body }
}

const hosts: Record<string, Host> = {
  Express: (sent) => overHttp(expressApp(express.raw({ type: 'application/json' })), sent),
  Fastify: onFastify,
  Hono: async (sent) => {
    const app = new Hono().post('/webhooks', (context) => receiver.fetch(context.req.raw))
    app.onError((error, context) => context.text(error.message, 500))
    return outcome(await app.request('/webhooks', sent))
  },
  'a route of Next.js': async (sent) => outcome(await receiver.fetch(new Request(url, sent))),
  'Lambda, with a body as text': ({ body, headers }) =>
    onLambda({ body, headers, isBase64Encoded: false }),
  'Lambda, with a body in Base64': ({ body, headers }) =>
    onLambda({ body: Buffer.from(body).toString('base64'), headers, isBase64Encoded: true }),
}

describe.each(Object.entries(hosts))('%s', (_, send) => {
  it('passes on a verified event, and responds with 204', async () => {
    expect(await send(message())).toEqual({ status: 204, text: '' })
    expect(events).toEqual([JSON.parse(text)])
  })

  it('rejects another body, and says why', async () => {
    const { status, text: said } = await send(message('{}'))
    expect({ status, said }).toEqual({ status: 400, said: expect.stringContaining('No signature') })
    expect(events).toEqual([])
  })

  it('responds with an error if the event was not handled, so that it is sent again', async () => {
    isBroken = true
    const status = await send(message()).then(
      (response) => response.status,
      (error: Error) => error.message,
    )
    expect([500, 'the database is away']).toContain(status)
  })
})

it('refuses to work without a secret', async () => {
  const unset = webhookReceiver({ secret: '', onEvent: () => undefined })
  await expect(unset.fetch(new Request(url, message()))).rejects.toThrow(/^secret is empty/)
})

describe('a body that was parsed before', () => {
  const { body, headers } = message()

  it('is refused under Express, with what to do', async () => {
    const said = { status: 500, text: expect.stringContaining("use express.raw({ type: 'app") }
    expect(await overHttp(expressApp(express.json()), message())).toEqual(said)
    expect(await overHttp(expressApp(), message())).toEqual(said)
  })

  it('is refused if something has read the request', async () => {
    const request = new Request(url, message())
    await request.json()
    await expect(receiver.fetch(request)).rejects.toThrow(/before anything that reads the request/)
  })

  it('is refused in Lambda and Fastify', async () => {
    const parsed: string = JSON.parse(body)
    await expect(receiver.lambda({ body: parsed, headers })).rejects.toThrow(/what parses its body/)
    const app = fastify()
    app.addHook('preHandler', async (request) => {
      request.body = JSON.parse(`${request.body}`)
    })
    await app.register(receiver.fastify, { prefix: '/webhooks' })
    const { statusCode, body: said } = await app.inject({ ...message(), url: '/webhooks' })
    expect({ statusCode, said }).toEqual({
      statusCode: 500,
      said: expect.stringContaining('Remove the hook that parses it.'),
    })
  })
})

it('rejects an event of Lambda without a body or headers', async () => {
  expect(await onLambda({ body: null, headers: null })).toMatchObject({ status: 400 })
})
