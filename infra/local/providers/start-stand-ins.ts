import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import type { ProviderName } from '../../../shared/records/integrations/rules/provider-name.ts'
import { readBody } from '../gateway/read-body.ts'
import { plainAddress } from '../gateway/request-headers.ts'
import { type HttpService, listen } from '../http-service.ts'
import { ownRequests } from '../own-requests.ts'
import { type Action, actionOf, payPage } from './pay-page.ts'
import { playOrders } from './play-orders.ts'
import type { Asked, Callback, PlayOrder, PlayOrders, Reply, StandIn, Visit } from './stand-in.ts'
import { standIns } from './stand-ins.ts'

export type StandInOptions = {
  port: number
  now: () => Date
  /** Posts a callback; its response decides nothing here. */
  send: (url: string, callback: Callback) => Promise<void>
}

type Disturbance = 'fails' | 'slow'

export type RunningStandIns = HttpService & {
  urlOf: (provider: ProviderName) => string
  latest: (provider: ProviderName) => PlayOrder | undefined
  /** Lets a provider's API fail or be slow from now on; undefined ends that. */
  disturb: (provider: ProviderName, disturbance: Disturbance | undefined) => void
  act: (provider: ProviderName, order: PlayOrder, action: Action) => Promise<void>
}

const slowMs = 400

const maxBodyBytes = 64 * 1024

/** Serves all stand-ins on one port, each below its name. */
export async function startStandIns(options: StandInOptions): Promise<RunningStandIns> {
  const running = standIns.map((standIn) => ({ standIn, orders: playOrders(options.now) }))
  const disturbed = new Map<ProviderName, Disturbance>()
  const of = (name: string) => running.find(({ standIn }) => standIn.provider === name)
  const handle = ownRequests((request, response) => {
    respond(request, response, { options, of, disturbed }).catch((error: unknown) => {
      response.writeHead(500).end(error instanceof Error ? error.message : '')
    })
  })
  const service = await listen(createServer(handle), options.port)
  return {
    ...service,
    urlOf: (provider) => `${service.url}/${provider}`,
    latest: (provider) =>
      of(provider)
        ?.orders.all(() => true)
        .at(-1),
    disturb(provider, disturbance) {
      if (disturbance) disturbed.set(provider, disturbance)
      else disturbed.delete(provider)
    },
    async act(provider, order, action) {
      const found = of(provider)
      if (found) await act(options, { standIn: found.standIn, order, action })
    },
  }
}

type Running = { standIn: StandIn; orders: PlayOrders }
type Context = {
  options: StandInOptions
  of: (name: string) => Running | undefined
  disturbed: ReadonlyMap<ProviderName, Disturbance>
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  { options, of, disturbed }: Context,
): Promise<void> {
  const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
  const [, name = '', ...parts] = url.pathname.split('/')
  const running = of(name)
  if (!running) return void response.writeHead(404).end()
  const path = `/${parts.join('/')}`
  const body = (await readBody(request, maxBodyBytes))?.toString() ?? ''
  if (path === '/' || path.startsWith('/pay/')) {
    const viewerAddress = plainAddress(request.socket.remoteAddress ?? '')
    const visit = { url, viewerAddress, body, method: request.method ?? '' }
    return await showOrder(response, { options, running, visit })
  }
  const now = options.now()
  const method = request.method ?? 'GET'
  const asked: Asked = {
    method,
    route: `${method} ${path}`,
    query: url.searchParams,
    headers: request.headers,
    body,
    host: url.host,
    wholePath: url.pathname,
    now,
  }
  const { standIn, orders } = running
  const disturbance = disturbed.get(standIn.provider)
  if (disturbance === 'fails') return send(response, { status: 500, body: { message: 'Oops' } })
  if (disturbance === 'slow') await setTimeout(slowMs)
  send(response, standIn.api(asked, orders, placeOf(standIn, { origin: url.origin, now })))
}

function send(response: ServerResponse, reply: Reply | undefined): void {
  const { status = 200, body } = reply ?? { status: 404, body: { message: 'NotFound' } }
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

type Shown = {
  options: StandInOptions
  running: Running
  visit: Visit & { body: string; method: string }
}

/** The widget or page of an order, and what its buttons do. */
async function showOrder(
  response: ServerResponse,
  { options, running: { standIn, orders }, visit }: Shown,
): Promise<void> {
  const { url, body, method } = visit
  const id = /\/pay\/([^/]+)$/.exec(url.pathname)?.[1]
  const order = id ? orders.find((each) => each.id === id) : standIn.widget?.(visit, orders)
  if (!order) return void response.writeHead(403).end('This order, or its signature, is unknown.')
  const action = actionOf(new URLSearchParams(body).get('action'))
  if (method !== 'POST' || !action) {
    return void response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(payPage(standIn, order))
  }
  await act(options, { standIn, order, action })
  response.writeHead(303, { location: order.returnUrl }).end()
}

const statesAfter: Readonly<Record<Action, PlayOrder['state']>> = {
  pay: 'paid',
  short: 'paid',
  currency: 'paid',
  silent: 'paid',
  fail: 'failed',
  refund: 'refunded',
}

async function act(
  { now, send: post }: StandInOptions,
  { standIn, order, action }: { standIn: StandIn; order: PlayOrder; action: Action },
): Promise<void> {
  order.state = statesAfter[action]
  if (action === 'short') order.amount = (Number(order.amount) - 0.01).toFixed(2)
  if (action === 'currency') order.currency = 'EUR'
  if (action === 'silent') return
  const place = placeOf(standIn, { origin: '', now: now() })
  const webhookUrl = webhookOf(standIn, order)
  await post(webhookUrl, standIn.callback(order, { ...place, webhookUrl }))
}

function placeOf({ provider }: StandIn, { origin, now }: { origin: string; now: Date }) {
  const pageOf = (order: PlayOrder) => `${origin}/${provider}/pay/${order.id}`
  return { pageOf, webhookUrl: '', now }
}

/** The order's webhook, or else the one that a merchant enters in the provider's dashboard. */
function webhookOf({ provider }: StandIn, { webhookUrl, returnUrl }: PlayOrder): string {
  return webhookUrl ?? new URL(`/api/providers/${provider}/webhook`, returnUrl).href
}

/** The base URL of each provider, as `PROVIDER_HOSTS` names them. */
export function standInHosts({ urlOf }: Pick<RunningStandIns, 'urlOf'>): Record<string, string> {
  return Object.fromEntries(standIns.map(({ provider }) => [provider, urlOf(provider)]))
}
