import type { IncomingHttpHeaders } from 'node:http'
import type { ProviderName } from '../../../shared/records/integrations/rules/provider-name.ts'

export type PlayOrder = {
  /** The provider's id of the order and of its payment. */
  id: string
  /** The service's name for it. */
  reference: string
  amount: string
  currency: string
  asset: string
  network: string
  wallet: string
  returnUrl: string
  /** Where this order's callbacks go; the address in the provider's dashboard if null. */
  webhookUrl: string | null
  state: 'open' | 'paid' | 'failed' | 'refunded'
  createdAt: Date
}

export type PlayOrders = {
  open: (order: Partial<Omit<PlayOrder, 'id' | 'state' | 'createdAt'>>) => PlayOrder
  find: (isWanted: (order: PlayOrder) => boolean) => PlayOrder | undefined
  all: (isWanted: (order: PlayOrder) => boolean) => PlayOrder[]
}

/** A request to a provider's API, with its path below the provider's base URL. */
export type Asked = {
  method: string
  /** Without its query, such as `GET /orders/1`. */
  route: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: string
  /** The host that the caller used, for signatures of the whole URL. */
  host: string
  wholePath: string
  now: Date
}

export type Reply = { status?: number; body: unknown }

export type Callback = { body: string; headers: Record<string, string> }

/** The URLs of orders' pages, and of the webhook in the provider's dashboard. */
type Place = { pageOf: (order: PlayOrder) => string; webhookUrl: string; now: Date }

/** A customer's browser opens a widget. */
export type Visit = { url: URL; viewerAddress: string }

/** Responds and signs as a hosted provider does, according to its documentation. One file each. */
export type StandIn = {
  provider: ProviderName
  /** The account that a local instance is seeded with. */
  credentials: Readonly<Record<string, string>>
  /** Returns the order that the URL of a widget asks for; undefined if its signature is wrong. */
  widget?: (visit: Visit, orders: PlayOrders) => PlayOrder | undefined
  api: (asked: Asked, orders: PlayOrders, place: Place) => Reply | undefined
  callback: (order: PlayOrder, place: Place) => Callback
}

export const refused: Reply = { status: 401, body: { message: 'unauthorized' } }

export const playWallet = '0x000000000000000000000000000000000000dEaD'

export function fieldsOf({ body }: Pick<Asked, 'body'>): Record<string, unknown> {
  const parsed: unknown = JSON.parse(body || '{}')
  return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {}
}

/** A field as text; empty if there is none. */
export function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

export const json = { 'content-type': 'application/json' }
