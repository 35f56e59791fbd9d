import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { type Event, webhooks } from '../../../sdk/src/index.ts'
import { listen } from '../http-service.ts'

export type WebhookInbox = {
  url: string
  /** Sets the secret that deliveries must be signed with. */
  expectSecret: (secret: string) => void
  /** Returns the first event of this type for this session with two valid signatures. */
  next: (sessionId: string, type: string) => Promise<Event>
  close: () => Promise<void>
}

/** A merchant's webhook receiver: verifies both header sets, and responds with 200, or 400 if a signature is invalid. */
export async function openInbox(onRejected: (problem: string) => void): Promise<WebhookInbox> {
  let secret = ''
  const kept = new Map<string, PromiseWithResolvers<Event>>()
  const slot = (sessionId: string, type: string) => {
    const key = `${sessionId} ${type}`
    const found = kept.get(key) ?? Promise.withResolvers<Event>()
    kept.set(key, found)
    return found
  }
  const take = async (request: IncomingMessage) => {
    const event = await accept(request, secret)
    slot(event.data.id, event.type).resolve(event)
  }
  const server = createServer((request, response) => {
    take(request).then(
      () => response.writeHead(200).end(),
      (error: unknown) => {
        onRejected(error instanceof Error ? error.message : `${error}`)
        response.writeHead(400).end()
      },
    )
  })
  const service = await listen(server, 0)
  return {
    url: `${service.url}/webhooks`,
    expectSecret: (expected) => {
      secret = expected
    },
    next: (sessionId, type) => slot(sessionId, type).promise,
    close: service.close,
  }
}

/** The SDK accepts either header set, so each is verified separately. */
async function accept(request: IncomingMessage, secret: string): Promise<Event> {
  const rawBody = await text(request)
  const only = (prefix: string) => {
    const headers = Object.entries(request.headers).filter(([name]) => name.startsWith(prefix))
    return Object.fromEntries(headers)
  }
  await webhooks.verify(rawBody, only('x-webhook-'), secret)
  return webhooks.verify(rawBody, only('webhook-'), secret)
}
