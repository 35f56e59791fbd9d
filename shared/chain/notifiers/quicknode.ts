import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod'
import type {
  AccountOptions,
  ChainNotifier,
  ParsedNotification,
  SignedNotification,
  VendorAccount,
} from './chain-notifier.ts'
import { headerOf } from './header.ts'
import { parseJson } from './parse-json.ts'
import { vendorRequest } from './vendor-request.ts'

/**
 * QuickNode Streams: one stream per network, which runs `filterOf` on every block and posts its result. The addresses
 * are a list in QuickNode's Key-Value Store. Source: quicknode.com/docs/streams, /docs/key-value-store.
 */
export const quicknode: ChainNotifier = {
  verify(notification, { signingKey, now }) {
    const { nonce, timestamp, signature } = signatureOf(notification)
    if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > maxAgeSeconds) return false
    const signed = createHmac('sha256', signingKey).update(nonce + timestamp)
    const expected = signed.update(notification.rawBody).digest()
    const given = Buffer.from(signature, 'hex')
    return given.length === expected.length && timingSafeEqual(given, expected)
  },

  isPing: (notification) => Object.values(signatureOf(notification)).every((value) => value === ''),

  parse(rawBody): ParsedNotification {
    const parsed = payload.safeParse(parseJson(rawBody))
    if (!parsed.success) return { kind: 'malformed', reason: z.prettifyError(parsed.error) }
    const { chain: network, events } = parsed.data
    const chainId = chainIds.get(network)
    const hints = events.map(({ to, tx, token, raw }) => ({
      to,
      txHash: tx,
      token: token ?? null,
      amountBase: BigInt(raw),
    }))
    return { kind: 'transfers', chainId, network, hints }
  },

  supports: (chainId) => chainId in networks,
  // Lists hold millions of items.
  maxAddresses: 1_000_000,
  addressesPerRequest: 500,
  account,
}

/** QuickNode's names of the registry's chains. */
const networks: Readonly<Record<number, string>> = {
  1: 'ethereum-mainnet',
  10: 'optimism-mainnet',
  56: 'bnbchain-mainnet',
  137: 'polygon-mainnet',
  8453: 'base-mainnet',
  42161: 'arbitrum-mainnet',
  43114: 'avalanche-mainnet',
  80002: 'polygon-amoy',
  84532: 'base-sepolia',
  421614: 'arbitrum-sepolia',
  11155111: 'ethereum-sepolia',
  11155420: 'optimism-sepolia',
  31337: 'local-31337',
  31338: 'local-31338',
}

const chainIds = new Map(Object.entries(networks).map(([id, name]) => [name, Number(id)]))

/** Older notifications count as replays by somebody who overheard them. */
const maxAgeSeconds = 300

function signatureOf({ headers }: Pick<SignedNotification, 'headers'>) {
  return {
    nonce: headerOf(headers, 'x-qn-nonce'),
    timestamp: headerOf(headers, 'x-qn-timestamp'),
    signature: headerOf(headers, 'x-qn-signature'),
  }
}

const address = z.string().regex(/^0x[0-9a-f]{40}$/)

const payload = z.object({
  v: z.literal(1),
  chain: z.string(),
  events: z.array(
    z.object({
      tx: z.string().regex(/^0x[0-9a-f]{64}$/),
      to: address,
      token: address.optional(),
      raw: z.string().regex(/^\d{1,78}$/),
    }),
  ),
})

/**
 * The code that QuickNode runs on each block: transfers of coin and ERC-20 tokens to addresses of the list, or null. Failed
 * transactions and logs of NFTs, which have a fourth topic and no data, are left out. Coin that contracts send is not in
 * this dataset.
 */
function filterOf(network: string, listKey: string): string {
  return `
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const lower = (text) => String(text).toLowerCase()
function eventsOf({ block, receipts }) {
  const succeeded = new Set(receipts.filter(({ status }) => Number(status) === 1).map(({ transactionHash }) => transactionHash))
  const coin = block.transactions
    .filter(({ hash, to, value }) => to && BigInt(value) > 0n && succeeded.has(hash))
    .map(({ hash, to, value }) => ({ k: 'native', tx: lower(hash), to: lower(to), raw: BigInt(value).toString() }))
  const tokens = receipts.flatMap(({ logs }) => logs)
    .filter(({ topics, data }) => topics.length === 3 && topics[0] === transferTopic && data.length === 66 && BigInt(data) > 0n)
    .map(({ transactionHash, address, topics, data }) => ({
      k: 'erc20', tx: lower(transactionHash), to: '0x' + lower(topics[2]).slice(26), token: lower(address), raw: BigInt(data).toString(),
    }))
  return [...coin, ...tokens]
}
async function main({ data }) {
  const events = data.filter(({ block }) => block).flatMap(({ block, receipts }) => eventsOf({ block, receipts: receipts || [] }))
  if (events.length === 0) return null
  const recipients = [...new Set(events.map(({ to }) => to))]
  const listed = await qnLib.qnContainsListItems(${JSON.stringify(listKey)}, recipients)
  const ours = new Set(recipients.filter((_, index) => listed[index]))
  const found = events.filter(({ to }) => ours.has(to))
  return found.length > 0 ? { v: 1, chain: ${JSON.stringify(network)}, events: found } : null
}
`
}

const stream = z.object({
  id: z.string(),
  network: z.string(),
  status: z.string(),
  destination_attributes: z.object({ url: z.string().optional() }).optional(),
})

const streamPage = z.object({ data: z.array(stream) })

const createdStream = z.object({
  id: z.string(),
  destination_attributes: z.object({ security_token: z.string() }),
})

const items = z.array(z.string())
const listBody = z.union([
  z.object({ data: z.object({ items }) }).transform(({ data }) => data.items),
  z.object({ items }).transform((body) => body.items),
])

const streamsPerPage = 50

/** With an API key of the account. A webhook's id is its stream's id and its list's key. */
function account({
  token,
  baseUrl = 'https://api.quicknode.com',
  fetch: ask,
}: AccountOptions): VendorAccount {
  const headers = { 'x-api-key': token }
  const request = vendorRequest({ vendor: 'QuickNode', baseUrl, headers, fetch: ask })
  return {
    async webhooks() {
      const streams: z.output<typeof stream>[] = []
      for (let more = true; more; ) {
        const query = `limit=${streamsPerPage}&offset=${streams.length}`
        const { data } = await request(`GET /streams/rest/v1/streams?${query}`, streamPage)
        streams.push(...data)
        more = data.length === streamsPerPage
      }
      return streams
        .filter(({ status }) => status !== 'terminated')
        .map(({ id, network, status, destination_attributes: destination }) => {
          const url = destination?.url ?? ''
          const active = status === 'active'
          return {
            id: `${id}/${listKeyOf(network, url)}`,
            url,
            active,
            chainId: chainIds.get(network),
          }
        })
    },
    async create({ chainId, url }) {
      const network = networks[chainId] ?? ''
      const key = listKeyOf(network, url)
      await request('POST /kv/rest/v1/lists', z.unknown(), { key, items: [] }).catch(unlessPresent)
      const created = await request(
        'POST /streams/rest/v1/streams',
        createdStream,
        newStream(network, { url, key }),
      )
      return {
        id: `${created.id}/${key}`,
        signingKey: created.destination_attributes.security_token,
      }
    },
    async resume(webhookId) {
      await request(
        `POST /streams/rest/v1/streams/${partsOf(webhookId).streamId}/activate`,
        z.unknown(),
      )
    },
    async remove(webhookId) {
      await request(`DELETE /streams/rest/v1/streams/${partsOf(webhookId).streamId}`, z.unknown())
    },
    async changeAddresses(webhookId, { add = [], remove = [] }) {
      const body = { addItems: add, removeItems: remove }
      await request(`PATCH /kv/rest/v1/lists/${partsOf(webhookId).listKey}`, z.unknown(), body)
    },
    async *addresses(webhookId) {
      yield await request(`GET /kv/rest/v1/lists/${partsOf(webhookId).listKey}`, listBody)
    },
  }
}

/** Lists belong to the account, so another instance's must have other keys. */
function listKeyOf(network: string, url: string): string {
  const instance = createHash('sha256').update(url).digest('hex').slice(0, 12)
  return `quittance-${network}-${instance}`
}

function partsOf(webhookId: string): { streamId: string; listKey: string } {
  const [streamId = '', listKey = ''] = webhookId.split('/')
  return { streamId, listKey }
}

function newStream(network: string, { url, key }: { url: string; key: string }) {
  return {
    name: key,
    network,
    region: 'usa_east',
    status: 'active',
    dataset: 'block_with_receipts',
    dataset_batch_size: 1,
    include_stream_metadata: 'body',
    elastic_batch_enabled: true,
    filter_function: Buffer.from(filterOf(network, key)).toString('base64'),
    destination: 'webhook',
    destination_attributes: {
      url,
      compression: 'none',
      headers: {},
      max_retry: 10,
      retry_interval_sec: 1,
      post_timeout_sec: 10,
    },
  }
}

function unlessPresent(error: unknown): void {
  if (error instanceof Error && 'status' in error && error.status === 409) return
  throw error
}
