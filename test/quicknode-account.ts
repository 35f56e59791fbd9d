import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import vm from 'node:vm'
import { onTestFinished } from 'vitest'
import * as z from 'zod'
import { callNode, toQuantity } from '../infra/local/chains/call-node.ts'
import { listen } from '../infra/local/http-service.ts'

type Stream = {
  id: string
  name: string
  network: string
  status: string
  filter: string
  securityToken: string
  url: string
}

type Block = { block: unknown; receipts: unknown }

/** An account at QuickNode, as far as its documentation says: streams, lists, and filters that run on blocks. */
export type QuicknodeAccount = {
  url: string
  streams: Map<string, Stream>
  lists: Map<string, Set<string>>
  /** A stream's message for blocks, signed at a time; null if its filter finds nothing. */
  notification: (
    stream: Stream,
    blocks: readonly Block[],
    at: Date,
  ) => Promise<{ body: string; headers: Record<string, string> } | null>
}

const creation = z.object({
  name: z.string(),
  network: z.string(),
  dataset: z.literal('block_with_receipts'),
  filter_function: z.base64(),
  destination: z.literal('webhook'),
  destination_attributes: z.object({ url: z.url(), max_retry: z.int(), post_timeout_sec: z.int() }),
  status: z.enum(['active', 'paused']),
})
const listCreation = z.object({ key: z.string(), items: z.array(z.string()) })
const listChanges = z.object({
  addItems: z.array(z.string()).max(500),
  removeItems: z.array(z.string()).max(500),
})

/** Listens until the test ends. */
export async function quicknodeAccount(apiKey: string): Promise<QuicknodeAccount> {
  const streams = new Map<string, Stream>()
  const lists = new Map<string, Set<string>>()
  const server = createServer(async (request, response) => {
    const { status, body } = await reply({ streams, lists, apiKey }, request)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  const service = await listen(server, 0)
  onTestFinished(service.close)
  const notification: QuicknodeAccount['notification'] = async (stream, blocks, at) => {
    const found = await filtered(stream, { lists, blocks })
    return found === null ? null : signed(stream, JSON.stringify(found), at)
  }
  return { url: service.url, streams, lists, notification }
}

type State = Pick<QuicknodeAccount, 'streams' | 'lists'> & { apiKey: string }
type Reply = { status: number; body: unknown }

type Call = { id: string; query: URLSearchParams; body: unknown }
type Handler = (state: State, call: Call) => Reply

async function reply(state: State, request: IncomingMessage): Promise<Reply> {
  if (request.headers['x-api-key'] !== state.apiKey) return refusal(401)
  const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://localhost')
  const raw = await text(request)
  const body: unknown = raw === '' ? undefined : JSON.parse(raw)
  const [, product, , , , id = '', action = ''] = pathname.split('/')
  const kind = id === '' ? 'all' : action || 'one'
  const handle = routes[`${request.method} ${product} ${kind}`]
  return handle ? handle(state, { id, query, body }) : refusal(404)
}

const routes: Readonly<Record<string, Handler>> = {
  'POST kv all': ({ lists }, { body }) => createList(lists, listCreation.parse(body)),
  'GET kv one': ({ lists }, { id }) => {
    const list = lists.get(id)
    return list ? { status: 200, body: { data: { items: [...list].toSorted() } } } : refusal(404)
  },
  'PATCH kv one': ({ lists }, { id, body }) => {
    const list = lists.get(id)
    if (!list) return refusal(404)
    const { addItems, removeItems } = listChanges.parse(body)
    for (const item of addItems) list.add(item)
    for (const item of removeItems) list.delete(item)
    return { status: 200, body: { code: 200, msg: 'ok', data: null } }
  },
  'POST streams all': ({ streams }, { body }) => createStream(streams, creation.parse(body)),
  'GET streams all': ({ streams }, { query }) => {
    const [offset, limit] = [Number(query.get('offset')), Number(query.get('limit'))]
    const page = [...streams.values()].slice(offset, offset + limit)
    return { status: 200, body: { data: page.map(presented) } }
  },
  'POST streams activate': ({ streams }, { id }) => {
    const stream = streams.get(id)
    if (!stream) return refusal(404)
    streams.set(id, { ...stream, status: 'active' })
    return { status: 200, body: presented(stream) }
  },
  'DELETE streams one': ({ streams }, { id }) =>
    streams.delete(id) ? { status: 200, body: { code: 200 } } : refusal(404),
}

function refusal(status: number): Reply {
  return { status, body: { message: 'refused' } }
}

function createList(lists: State['lists'], { key, items }: z.output<typeof listCreation>): Reply {
  if (lists.has(key)) return { status: 409, body: { message: 'exists' } }
  lists.set(key, new Set(items))
  return { status: 201, body: { code: 201, msg: 'ok', data: null } }
}

function createStream(streams: State['streams'], given: z.output<typeof creation>): Reply {
  const { name, network, status, filter_function, destination_attributes } = given
  const stream: Stream = {
    id: randomUUID(),
    name,
    network,
    status,
    filter: Buffer.from(filter_function, 'base64').toString('utf8'),
    securityToken: `qnsec_${randomBytes(16).toString('hex')}`,
    url: destination_attributes.url,
  }
  streams.set(stream.id, stream)
  return { status: 201, body: presented(stream) }
}

function presented({ id, name, network, status, url, securityToken: security_token }: Stream) {
  return { id, name, network, status, destination_attributes: { url, security_token } }
}

/** Runs the stream's code as QuickNode does: with its list functions and nothing else of this process. */
async function filtered(
  { filter, network, id }: Stream,
  { lists, blocks }: { lists: State['lists']; blocks: readonly Block[] },
): Promise<object | null> {
  const qnLib = {
    qnContainsListItems: async (key: string, items: readonly string[]) =>
      items.map((item) => lists.get(key)?.has(item) ?? false),
  }
  const context = vm.createContext({ qnLib })
  const stream = { data: blocks, metadata: { network, stream_id: id } }
  const result: unknown = await vm.runInContext(
    `${filter}\nmain(JSON.parse(${JSON.stringify(JSON.stringify(stream))}))`,
    context,
  )
  const found = z.record(z.string(), z.unknown()).nullable().parse(structuredClone(result))
  return found && { ...found, metadata: stream.metadata }
}

function signed({ securityToken }: Stream, body: string, at: Date) {
  const nonce = randomBytes(8).toString('hex')
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signature = createHmac('sha256', securityToken)
    .update(nonce + timestamp + body)
    .digest('hex')
  return {
    body,
    headers: {
      'x-qn-nonce': nonce,
      'x-qn-timestamp': timestamp,
      'x-qn-signature': signature,
    },
  }
}

/** The newest blocks of a chain, as the dataset `block_with_receipts` has them. */
export async function newestBlocks(rpcUrl: string, count: number): Promise<Block[]> {
  const call = (method: string, params: readonly unknown[]) =>
    callNode(rpcUrl, { method, params }, z.unknown())
  const head = Number(await call('eth_blockNumber', []))
  return Promise.all(
    Array.from({ length: Math.min(count, head + 1) }, async (_, age) => {
      const number = toQuantity(head - age)
      const [block, receipts] = await Promise.all([
        call('eth_getBlockByNumber', [number, true]),
        call('eth_getBlockReceipts', [number]),
      ])
      return { block, receipts }
    }),
  )
}
