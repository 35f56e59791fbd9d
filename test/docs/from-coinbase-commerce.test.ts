import { once } from 'node:events'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod'
import { repositoryRoot } from '../../infra/build/repository-root.ts'
import { freePort } from '../../infra/local/free-port.ts'
import {
  isSignedCharge,
  readChargeEvent,
} from '../../shared/merchant/providers/vendors/coinbase-charges.ts'
import { signWebhook } from '../../shared/merchant/webhooks/sending/sign.ts'
import { eventExampleOf } from '../../shared/openapi/event-examples.ts'
import type { EventType } from '../../shared/records/outbox/rules/event.ts'
import { eventually } from '../eventually.ts'
import { codeBlocks } from './code-blocks.ts'
import { type SampleRunner, sampleRunner } from './sample-runner.ts'

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const commerceSecret = 'the secret that the shop already has'

let samples: SampleRunner
let adapter: string
const received: { rawBody: Buffer; headers: Record<string, string> }[] = []
let status = 200

const handler = createServer(async (request, response) => {
  const rawBody = Buffer.concat(await request.toArray())
  const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)])
  received.push({ rawBody, headers: Object.fromEntries(headers) })
  response.writeHead(status).end()
})

beforeAll(async () => {
  await once(handler.listen(0, '127.0.0.1'), 'listening')
  const { port } = z.object({ port: z.int() }).parse(handler.address())
  samples = await sampleRunner(tmpdir())
  const adapterPort = await freePort(0)
  adapter = `http://localhost:${adapterPort}/webhooks`
  await samples.set({
    WEBHOOK_SECRET: secret,
    COMMERCE_SECRET: commerceSecret,
    HANDLER_URL: `http://127.0.0.1:${port}/`,
    PORT: String(adapterPort),
  })
  const blocks = await codeBlocks(join(repositoryRoot, 'docs/from-coinbase-commerce.md'))
  const [program] = blocks.filter(({ language }) => language === 'ts')
  await samples.compile([program?.code ?? ''])
  await samples.start(program?.code ?? '')
  await eventually(
    () => fetch(adapter, { method: 'POST' }).catch(() => undefined),
    (response) => response?.status === 400,
    { what: 'the adapter' },
  )
})
afterAll(async () => {
  handler.close()
  await samples?.stop()
})

async function deliver(type: EventType): Promise<number> {
  const body = JSON.stringify(eventExampleOf(type))
  const headers = signWebhook({ eventId: 'evt_1', body, at: new Date() }, [secret])
  return (await fetch(adapter, { method: 'POST', headers, body })).status
}

it('sends a signed webhook of Commerce for each event of its table, and none for a detected payment', async () => {
  received.length = 0
  const types = [
    'session.detected',
    'session.paid',
    'session.underpaid',
    'session.expired',
  ] as const
  for (const type of types) expect(await deliver(type)).toBe(204)
  const bodies = received.map(({ rawBody }) => JSON.parse(rawBody.toString()))
  expect(bodies.map(({ event }) => [event.type, event.data.timeline.at(-1).status])).toEqual([
    ['charge:confirmed', 'COMPLETED'],
    ['charge:failed', 'UNRESOLVED'],
    ['charge:failed', 'EXPIRED'],
  ])
  for (const webhook of received) {
    expect(isSignedCharge(commerceSecret, webhook)).toBe(true)
    expect(isSignedCharge('another', webhook)).toBe(false)
    expect(readChargeEvent(webhook)).toMatchObject({ kind: 'order' })
  }
})

it('lets the delivery be retried if the handler fails', async () => {
  status = 500
  expect(await deliver('session.paid')).toBe(502)
  status = 200
  expect(await deliver('session.paid')).toBe(204)
})
