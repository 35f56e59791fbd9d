import type { Event } from './generated/types.ts'
import {
  type VerifyOptions,
  type WebhookHeaders,
  WebhookVerificationError,
  webhookVerifier,
} from './verify-webhook.ts'

export type ReceiverOptions = VerifyOptions & {
  /** The secret of the webhook endpoint; several while it is being rotated. */
  secret: string | readonly string[]
  /** Called with each verified event. If it throws, the response is an error, and the delivery is retried. */
  onEvent: (event: Event) => Promise<void> | void
}

type Received = { body?: unknown; headers: WebhookHeaders }
type Reply = { type(contentType: string): { send(text: string): unknown } }

/** The used part of a Fastify instance. Of its overloads, TypeScript compares the last one only, which knows no `parseAs`. */
type FastifyScope = {
  removeAllContentTypeParsers(): void
  addContentTypeParser(
    contentType: string,
    options: { parseAs: 'buffer'; bodyLimit?: number },
    parser: (request: unknown, body: unknown) => Promise<unknown>,
  ): unknown
  post(
    path: string,
    handler: (request: Received, reply: { code(status: number): Reply }) => Promise<unknown>,
  ): unknown
}

/** An event of a function URL, or of API Gateway in either version of its payload. */
type LambdaEvent = {
  body?: string | null | undefined
  isBase64Encoded?: boolean
  headers?: Readonly<Record<string, string | undefined>> | null
}

/**
 * Creates handlers that verify webhook messages and pass their events on. They respond with 204, or with 400 if a message
 * can't be trusted. A body that was parsed before, or an empty secret, is a mistake in the server: then they throw a
 * `TypeError` that says how to fix it.
 */
export function webhookReceiver({ secret, onEvent, ...options }: ReceiverOptions) {
  const { verify } = webhookVerifier(options)

  /** `text` is the reason for the rejection. */
  async function receive({ body, headers }: Received, fix: string) {
    if (typeof body !== 'string' && !(body instanceof Uint8Array)) {
      throw new TypeError(`The signature covers the raw body, which isn't there any more. ${fix}`)
    }
    if (![secret].flat().some(Boolean)) {
      throw new TypeError('secret is empty. Set it to the secret of the webhook endpoint: whsec_….')
    }
    try {
      await onEvent(await verify(body, headers, secret))
      return { status: 204, text: '' } as const
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error
      return { status: 400, text: error.message } as const
    }
  }

  return {
    /** Handles a standard `Request`: Next.js, Hono (`context.req.raw`), Workers, Deno and Bun. */
    fetch: async (request: Request): Promise<Response> => {
      const body = request.bodyUsed ? undefined : await request.text()
      const { status, text } = await receive(
        { body, headers: request.headers },
        'Call this before anything that reads the request, such as request.json().',
      )
      return new Response(text || null, { status })
    },

    /** Handles a request of Express, after `express.raw({ type: 'application/json' })`. */
    express: async (
      request: Received,
      response: { status(code: number): Reply },
      next: (error: unknown) => void,
    ): Promise<void> => {
      try {
        const { status, text } = await receive(
          request,
          "On this route, use express.raw({ type: 'application/json' }), and no parser before it.",
        )
        response.status(status).type('text/plain').send(text)
      } catch (error) {
        next(error)
      }
    },

    /** A plugin for Fastify: `app.register(receiver.fastify, { prefix: '/webhooks' })`. Other routes still parse bodies. */
    fastify: async (scope: FastifyScope): Promise<void> => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('*', { parseAs: 'buffer' }, async (_, body) => body)
      scope.post('/', async (request, reply) => {
        const { status, text } = await receive(request, 'Remove the hook that parses it.')
        return reply.code(status).type('text/plain').send(text)
      })
    },

    /** Handles an event of AWS Lambda: of a function URL, or of API Gateway with either payload version. */
    lambda: async ({ body, isBase64Encoded, headers }: LambdaEvent) => {
      const isText = typeof body === 'string'
      const { status, text } = await receive(
        { body: isText && isBase64Encoded ? decoded(body) : (body ?? ''), headers: headers ?? {} },
        'Pass the event as Lambda got it, and remove what parses its body.',
      )
      return { statusCode: status, body: text }
    },
  }
}

function decoded(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
}
