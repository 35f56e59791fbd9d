import { isIP, type Server, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import * as z from 'zod'
import type { Resolve } from '../shared/http/client/resolve-name.ts'
import type { SendOptions, WebhookRequest } from '../shared/merchant/webhooks/sending/send.ts'
import {
  type ReceiverResponse,
  startWebhookReceiver,
  type WebhookReceiver,
} from './webhook-receiver.ts'

/** Options that allow loopback addresses, where the tests' receivers are. */
export const local: SendOptions = { allowLoopback: true, timeoutMs: 10_000 }

/** Options that allow public addresses only. */
export const strict: SendOptions = { allowLoopback: false, timeoutMs: 10_000 }

const body = JSON.stringify({
  id: 'evt_1',
  object: 'event',
  type: 'session.paid',
  livemode: false,
  data: { id: 'cs_1', sequence: 1, title: 'Zoë 👋' },
  createdAt: '2026-03-01T12:00:00.000Z',
})

/** A request with an event as its body. */
export function requestTo(url: string): WebhookRequest {
  return { url, headers: { 'Content-Type': 'application/json' }, body }
}

/** A receiver that always responds like this, until the test ends. */
export async function receiving(response: ReceiverResponse): Promise<WebhookReceiver> {
  const receiver = await startWebhookReceiver({ respondAlways: response })
  onTestFinished(receiver.close)
  return receiver
}

/** Lets the server listen on loopback until the test ends. Returns its port. */
export async function listening(server: Server): Promise<number> {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => sockets.add(socket))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    return new Promise<void>((closed) => server.close(() => closed()))
  })
  return z.object({ port: z.int() }).parse(server.address()).port
}

/** A name server that responds to every name with these addresses. */
export function resolvingTo(addresses: readonly string[]): Resolve {
  return async () => addresses.map((address) => ({ address, family: isIP(address) || 6 }))
}
