import { createServer, type IncomingMessage } from 'node:http'
import * as z from 'zod'
import { type RawDelivery, verifyOwnHeaders, verifyStandardHeaders } from './verify-delivery.ts'

const delivered = z.object({
  id: z.string(),
  type: z.string(),
  data: z.object({ id: z.string(), status: z.string() }),
})

type DeliveredEvent = z.infer<typeof delivered>

export type WebhookInbox = {
  url: string
  port: number
  /** The secret that deliveries have to be signed with. */
  expectSecret: (secret: string) => void
  /** The first event of this type about this session whose two signatures hold. */
  next: (sessionId: string, type: string) => Promise<DeliveredEvent>
  close: () => void
}

type InboxOptions = {
  /** 0 takes a free port. */
  port: number
  onRefused: (problem: string) => void
}

/** A merchant's webhook receiver: verifies both header sets, answers 200, or 400 where a signature does not hold. */
export async function openInbox({ port, onRefused }: InboxOptions): Promise<WebhookInbox> {
  let secret = ''
  const kept = new Map<string, PromiseWithResolvers<DeliveredEvent>>()
  const slot = (sessionId: string, type: string) => {
    const key = `${sessionId} ${type}`
    const found = kept.get(key) ?? Promise.withResolvers<DeliveredEvent>()
    kept.set(key, found)
    return found
  }
  const take = async (request: IncomingMessage) => {
    const event = accept(await rawDelivery(request), secret)
    slot(event.data.id, event.type).resolve(event)
  }
  const server = createServer((request, response) => {
    take(request).then(
      () => response.writeHead(200).end(),
      (error: unknown) => {
        onRefused(error instanceof Error ? error.message : `${error}`)
        response.writeHead(400).end()
      },
    )
  })
  const taken = await listen(server, port)
  return {
    url: `http://127.0.0.1:${taken}/webhooks`,
    port: taken,
    expectSecret: (expected) => {
      secret = expected
    },
    next: (sessionId, type) => slot(sessionId, type).promise,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

function accept(delivery: RawDelivery, secret: string): DeliveredEvent {
  verifyOwnHeaders(delivery, secret, new Date())
  verifyStandardHeaders(delivery, secret)
  return delivered.parse(JSON.parse(delivery.rawBody))
}

async function rawDelivery(request: IncomingMessage): Promise<RawDelivery> {
  const chunks: Uint8Array[] = []
  for await (const chunk of request) chunks.push(chunk)
  return {
    headers: z.record(z.string(), z.string()).parse(request.headers),
    rawBody: Buffer.concat(chunks).toString('utf8'),
  }
}

function listen(server: ReturnType<typeof createServer>, port: number): Promise<number> {
  return new Promise((listening, failed) => {
    server.once('error', failed)
    server.listen(port, '127.0.0.1', () => {
      listening(z.object({ port: z.int() }).parse(server.address()).port)
    })
  })
}
