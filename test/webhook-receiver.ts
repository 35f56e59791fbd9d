import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import * as z from 'zod'
import { type RawDelivery, verifyOwnHeaders, verifyStandardHeaders } from './verify-delivery.ts'

/** A status, or a function that writes the response itself. */
export type ReceiverResponse =
  | number
  | ((response: ServerResponse, request: IncomingMessage) => void)

export type ReceiverOptions = {
  /** Used in order, then `respondAlways`. */
  responses?: readonly ReceiverResponse[]
  respondAlways?: ReceiverResponse
  /** Default 0, which picks a free port. */
  port?: number
}

const eventBody = z.object({
  id: z.string(),
  object: z.literal('event'),
  type: z.string(),
  livemode: z.boolean(),
  data: z.looseObject({ id: z.string(), sequence: z.number() }),
  createdAt: z.iso.datetime({ precision: 3 }),
})

type ReceivedDelivery = RawDelivery & {
  at: Date
  method: string
  path: string
  event: z.infer<typeof eventBody>
  /** Whether both sets of signature headers were valid on arrival for a secret passed to `expectSecret`. */
  readonly verified: boolean
  /** The status sent; undefined if a function responded. */
  status: number | undefined
}

/** `verify` checks the signatures; on arrival, because they are valid for five minutes only. */
type VerifiableDelivery = ReceivedDelivery & { verify: () => void }

export type WebhookReceiver = {
  url: string
  port: number
  deliveries: readonly ReceivedDelivery[]
  /** Connections that reached this server, whether or not they became requests. */
  connections: () => number
  expectSecret: (secret: string) => void
  /** Resolves once the predicate is true, checked after every delivery; rejects past the deadline. */
  waitFor: (
    predicate: (deliveries: readonly ReceivedDelivery[]) => boolean,
    options?: { deadlineMs?: number },
  ) => Promise<void>
  close: () => Promise<void>
}

/**
 * A merchant's webhook receiver on loopback: records deliveries, verifies both signatures, and responds as scripted.
 */
export async function startWebhookReceiver(
  options: ReceiverOptions = {},
): Promise<WebhookReceiver> {
  const { responses = [], respondAlways = 200, port: wanted = 0 } = options
  const deliveries: VerifiableDelivery[] = []
  const secrets: string[] = []
  const watchers = new Set<() => void>()
  let connections = 0

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const rawBody = await bodyOf(request)
    const chosen = responses[deliveries.length] ?? respondAlways
    const delivery = received(request, { rawBody, chosen, secrets })
    delivery.verify()
    deliveries.push(delivery)
    for (const watch of watchers) watch()
    if (typeof chosen === 'function') chosen(response, request)
    else response.writeHead(chosen).end()
  }

  const server = createServer((request, response) => {
    receive(request, response).catch((error: Error) => response.destroy(error))
  })
  server.on('connection', () => connections++)
  await new Promise<void>((listening) => server.listen(wanted, '127.0.0.1', listening))
  const { port } = z.object({ port: z.int() }).parse(server.address())

  return {
    url: `http://127.0.0.1:${port}/webhooks`,
    port,
    deliveries,
    connections: () => connections,
    expectSecret: (secret) => {
      secrets.push(secret)
      for (const { verify } of deliveries) verify()
    },
    waitFor: (predicate, { deadlineMs = 90_000 } = {}) =>
      new Promise((met, failed) => {
        const overdue = () => finish(() => failed(new Error(`not met; got ${summary(deliveries)}`)))
        const timer = setTimeout(overdue, deadlineMs)
        const watch = () => predicate(deliveries) && finish(met)
        const finish = (then: () => void) => {
          clearTimeout(timer)
          watchers.delete(watch)
          then()
        }
        watchers.add(watch)
        watch()
      }),
    close: () => {
      server.closeAllConnections()
      return new Promise((closed) => server.close(() => closed()))
    },
  }
}

function received(
  request: IncomingMessage,
  {
    rawBody,
    chosen,
    secrets,
  }: { rawBody: string; chosen: ReceiverResponse; secrets: readonly string[] },
): VerifiableDelivery {
  const at = new Date()
  const raw = { headers: z.record(z.string(), z.string()).parse(request.headers), rawBody }
  let verified = false
  return {
    ...raw,
    at,
    method: request.method ?? '',
    path: request.url ?? '',
    event: eventBody.parse(JSON.parse(rawBody)),
    status: typeof chosen === 'number' ? chosen : undefined,
    get verified() {
      return verified
    },
    verify: () => {
      verified ||= secrets.some((secret) => holds(raw, { secret, at }))
    },
  }
}

function holds(delivery: RawDelivery, { secret, at }: { secret: string; at: Date }): boolean {
  try {
    verifyOwnHeaders(delivery, secret, at)
    verifyStandardHeaders(delivery, secret)
    return true
  } catch {
    return false
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

function summary(deliveries: readonly ReceivedDelivery[]): string {
  return JSON.stringify(deliveries.map(({ event, status }) => [event.type, status]))
}
