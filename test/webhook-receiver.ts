import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import * as z from 'zod'
import { type RawDelivery, verifyOwnHeaders, verifyStandardHeaders } from './verify-delivery.ts'

/** A status, or a way of answering: what happens on the wire is then up to the function. */
export type Answer = number | ((response: ServerResponse, request: IncomingMessage) => void)

export type ReceiverOptions = {
  /** One after the other; when they are used up, 200. */
  answers?: readonly Answer[]
  answerAlways?: Answer
  /** Default 0, which takes a free one. */
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
  /** Whether both header sets held, while they were fresh, for a secret that `expectSecret` named. */
  readonly verified: boolean
  /** The status answered; undefined where a function answered. */
  status: number | undefined
}

/** `judge` looks at the signatures: soon, because they are good for five minutes only. */
type JudgedDelivery = ReceivedDelivery & { judge: () => void }

export type WebhookReceiver = {
  url: string
  port: number
  deliveries: readonly ReceivedDelivery[]
  /** Connections that reached this server, whether or not they became requests. */
  connections: () => number
  expectSecret: (secret: string) => void
  /** Resolves once the predicate holds, looked at after every delivery; rejects past the deadline. */
  waitFor: (
    predicate: (deliveries: readonly ReceivedDelivery[]) => boolean,
    options?: { deadlineMs?: number },
  ) => Promise<void>
  close: () => Promise<void>
}

/** A merchant's webhook receiver on loopback: records what comes, answers by script, checks both signatures. */
export async function startWebhookReceiver(
  options: ReceiverOptions = {},
): Promise<WebhookReceiver> {
  const { answers = [], answerAlways = 200, port: wanted = 0 } = options
  const deliveries: JudgedDelivery[] = []
  const secrets: string[] = []
  const watchers = new Set<() => void>()
  let connections = 0

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const rawBody = await bodyOf(request)
    const answer = answers[deliveries.length] ?? answerAlways
    const delivery = received(request, { rawBody, answer, secrets })
    delivery.judge()
    deliveries.push(delivery)
    for (const watch of watchers) watch()
    if (typeof answer === 'function') answer(response, request)
    else response.writeHead(answer).end()
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
      for (const { judge } of deliveries) judge()
    },
    waitFor: (predicate, { deadlineMs = 30_000 } = {}) =>
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
  { rawBody, answer, secrets }: { rawBody: string; answer: Answer; secrets: readonly string[] },
): JudgedDelivery {
  const at = new Date()
  const raw = { headers: z.record(z.string(), z.string()).parse(request.headers), rawBody }
  let verified = false
  return {
    ...raw,
    at,
    method: request.method ?? '',
    path: request.url ?? '',
    event: eventBody.parse(JSON.parse(rawBody)),
    status: typeof answer === 'number' ? answer : undefined,
    get verified() {
      return verified
    },
    judge: () => {
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
