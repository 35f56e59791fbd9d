import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import * as z from 'zod'
import { readBody } from '../../gateway/read-body.ts'
import { type HttpService, listen } from '../../http-service.ts'
import { ownRequests } from '../../own-requests.ts'
import type { LocalWebhook, WebhookRegistry } from './webhook-registry.ts'

type Options = { registry: WebhookRegistry; token: string; port: number }

type Reply = { status: number; body: unknown }

type Call = { route: string; query: URLSearchParams; body: unknown }

const maxBodyBytes = 1024 * 1024
const type = 'ADDRESS_ACTIVITY'

/** The management API of Alchemy Notify: webhooks and their addresses, on this machine. */
export function startManagementApi({ registry, token, port }: Options): Promise<HttpService> {
  const handle = ownRequests((request, response) => void respond(request, response))
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const { status, body } = await reply(request).catch((error: unknown): Reply => {
      if (error instanceof z.ZodError) return refusal(400, z.prettifyError(error))
      return refusal(500, error instanceof Error ? error.message : String(error))
    })
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
  const reply = async (request: IncomingMessage): Promise<Reply> => {
    if (request.headers['x-alchemy-token'] !== token) return refusal(401, 'Unauthenticated')
    const raw = await readBody(request, maxBodyBytes)
    if (!raw) return refusal(413, 'Body too large')
    const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://localhost')
    const route = `${request.method} ${pathname}`
    const body: unknown = raw.length > 0 ? JSON.parse(raw.toString('utf8')) : undefined
    const handle = routes[route]
    return handle ? handle(registry, { route, query, body }) : refusal(404, `No route ${route}`)
  }
  return listen(createServer(handle), port)
}

type Handler = (registry: WebhookRegistry, call: Call) => Reply | Promise<Reply>

const addressList = z.array(z.string().regex(/^0x[0-9a-fA-F]{40}$/)).max(500)

const creation = z.object({
  network: z.string(),
  webhook_type: z.literal(type),
  webhook_url: z.url(),
  addresses: addressList,
})
const activation = z.object({ webhook_id: z.string(), is_active: z.boolean() })
const changes = z.object({
  webhook_id: z.string(),
  addresses_to_add: addressList,
  addresses_to_remove: addressList,
})

const routes: Readonly<Record<string, Handler>> = {
  'GET /team-webhooks': (registry) => ok({ data: registry.list().map(presented) }),

  'POST /create-webhook': async (registry, { body }) => {
    const { network, webhook_url: url, addresses } = creation.parse(body)
    const webhook = registry.create({ network, url, addresses })
    await registry.save()
    return ok({ data: { ...presented(webhook), addresses } })
  },

  'PUT /update-webhook': async (registry, { body }) => {
    const { webhook_id: id, is_active: active } = activation.parse(body)
    const webhook = registry.find(id)
    if (!webhook) return unknown(id)
    webhook.active = active
    await registry.save()
    return ok({ data: presented(webhook) })
  },

  'DELETE /delete-webhook': async (registry, { query }) => {
    const id = query.get('webhook_id') ?? ''
    if (!registry.find(id)) return unknown(id)
    registry.remove(id)
    await registry.save()
    return ok({})
  },

  'PATCH /update-webhook-addresses': async (registry, { body }) => {
    const { webhook_id: id, addresses_to_add: added, ...rest } = changes.parse(body)
    const webhook = registry.find(id)
    if (!webhook) return unknown(id)
    for (const address of added) webhook.addresses.add(address.toLowerCase())
    for (const address of rest.addresses_to_remove) webhook.addresses.delete(address.toLowerCase())
    await registry.save()
    return ok({})
  },

  'GET /webhook-addresses': (registry, { query }) => {
    const id = query.get('webhook_id') ?? ''
    const webhook = registry.find(id)
    if (!webhook) return unknown(id)
    const limit = z.coerce.number().int().min(1).max(100).catch(40).parse(query.get('limit'))
    return ok(addressPage([...webhook.addresses], { limit, after: query.get('after') }))
  },
}

/** The cursor is the last address of the page before. */
function addressPage(
  addresses: readonly string[],
  { limit, after }: { limit: number; after: string | null },
) {
  const sorted = addresses.toSorted()
  const rest = after === null ? sorted : sorted.filter((address) => address > after)
  const data = rest.slice(0, limit)
  const next = rest.length > limit ? data.at(-1) : undefined
  return {
    data,
    pagination: {
      cursors: next === undefined ? {} : { after: next },
      total_count: addresses.length,
    },
  }
}

function presented({ id, network, url, active, signingKey }: LocalWebhook) {
  return {
    id,
    network,
    webhook_type: type,
    webhook_url: url,
    is_active: active,
    signing_key: signingKey,
    version: 'V2',
  }
}

function ok(body: unknown): Reply {
  return { status: 200, body }
}

function unknown(id: string): Reply {
  return refusal(404, `Webhook ${id} not found`)
}

function refusal(status: number, message: string): Reply {
  return { status, body: { message } }
}
