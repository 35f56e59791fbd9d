import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod'
import type {
  AccountOptions,
  ChainNotifier,
  ParsedNotification,
  TransferHint,
  VendorAccount,
} from './chain-notifier.ts'
import { headerOf } from './header.ts'
import { parseJson } from './parse-json.ts'
import { vendorRequest } from './vendor-request.ts'

/**
 * Alchemy Notify, Address Activity: one webhook per network, each with its own signing key. Fields that are not read may
 * change or be missing. Source: alchemy.com/docs, "Webhooks API Endpoints".
 */
export const alchemy: ChainNotifier = {
  verify({ rawBody, headers }, { signingKey }) {
    const expected = createHmac('sha256', signingKey).update(rawBody).digest()
    const given = Buffer.from(headerOf(headers, 'x-alchemy-signature'), 'hex')
    return given.length === expected.length && timingSafeEqual(given, expected)
  },

  parse(rawBody) {
    const envelope = notification.safeParse(parseJson(rawBody))
    if (!envelope.success) return { kind: 'malformed', reason: z.prettifyError(envelope.error) }
    return parseEvent(envelope.data.event)
  },

  supports: (chainId) => chainId in networks,
  maxAddresses: 100_000,
  addressesPerRequest: 500,
  account,
}

/** Alchemy's names of the registry's chains. */
const networks: Readonly<Record<number, string>> = {
  1: 'ETH_MAINNET',
  10: 'OPT_MAINNET',
  56: 'BNB_MAINNET',
  137: 'MATIC_MAINNET',
  8453: 'BASE_MAINNET',
  42161: 'ARB_MAINNET',
  43114: 'AVAX_MAINNET',
  80002: 'MATIC_AMOY',
  84532: 'BASE_SEPOLIA',
  421614: 'ARB_SEPOLIA',
  11155111: 'ETH_SEPOLIA',
  11155420: 'OPT_SEPOLIA',
  31337: 'LOCAL_31337',
  31338: 'LOCAL_31338',
}

/** Some names are spelled with underscores in one place and without in another. */
const spelled = (network: string) => network.toUpperCase().replaceAll('_', '')

const chainIds = new Map(Object.entries(networks).map(([id, name]) => [spelled(name), Number(id)]))

const transfersEvent = z.object({ network: z.string(), activity: z.array(z.unknown()) })

const notification = z.object({
  type: z.literal('ADDRESS_ACTIVITY'),
  event: z.union([transfersEvent, z.object({ error: z.string() })]),
})

const quantity = z
  .string()
  .regex(/^0x[0-9a-fA-F]+$/)
  .transform(BigInt)

/** `value`, `asset` and `decimals` are not read: the first loses digits, and the token's author chooses the others. */
const transferActivity = z.object({
  hash: z.string().regex(/^0x[0-9a-fA-F]{64}$/),
  toAddress: z.string().regex(/^0x[0-9a-fA-F]{40}$/),
  category: z.enum(['external', 'internal', 'token', 'erc20']),
  erc721TokenId: z.null().optional(),
  rawContract: z.object({ rawValue: quantity, address: z.string().nullish() }),
})

function parseEvent(event: z.infer<typeof notification>['event']): ParsedNotification {
  if ('error' in event) return { kind: 'notice', message: event.error }
  const { network, activity } = event
  const chainId = chainIds.get(spelled(network))
  return { kind: 'transfers', chainId, network, hints: activity.flatMap(hintOf) }
}

/** Empty unless the activity is a transfer of coin or an ERC-20 token with an amount above zero. */
function hintOf(activity: unknown): TransferHint[] {
  const parsed = transferActivity.safeParse(activity)
  if (!parsed.success) return []
  const { hash, toAddress, rawContract } = parsed.data
  if (rawContract.rawValue === 0n) return []
  return [
    {
      to: toAddress,
      txHash: hash,
      token: rawContract.address ?? null,
      amountBase: rawContract.rawValue,
    },
  ]
}

const webhook = z.object({
  id: z.string(),
  network: z.string(),
  webhook_type: z.string().nullish(),
  webhook_url: z.string(),
  is_active: z.boolean(),
})

const listedWebhooks = z.object({ data: z.array(webhook) })
const createdWebhook = z.object({ data: z.object({ id: z.string(), signing_key: z.string() }) })
const addressPage = z.object({
  data: z.array(z.string()),
  pagination: z.object({ cursors: z.object({ after: z.string().nullish() }) }).nullish(),
})

const type = 'ADDRESS_ACTIVITY'

/** With the auth token of the team, which is not an app's API key. */
function account({
  token,
  baseUrl = 'https://dashboard.alchemy.com/api',
  fetch: ask,
}: AccountOptions): VendorAccount {
  const headers = { 'x-alchemy-token': token }
  const request = vendorRequest({ vendor: 'Alchemy', baseUrl, headers, fetch: ask })
  return {
    async webhooks() {
      const { data } = await request('GET /team-webhooks', listedWebhooks)
      return data
        .filter(({ webhook_type }) => webhook_type === type)
        .map(({ id, network, webhook_url: url, is_active: active }) => ({
          id,
          url,
          active,
          chainId: chainIds.get(spelled(network)),
        }))
    },
    async create({ chainId, url }) {
      const body = { network: networks[chainId], webhook_type: type, webhook_url: url }
      const { data } = await request('POST /create-webhook', createdWebhook, {
        ...body,
        addresses: [],
      })
      return { id: data.id, signingKey: data.signing_key }
    },
    async resume(webhookId) {
      await request('PUT /update-webhook', z.unknown(), { webhook_id: webhookId, is_active: true })
    },
    async remove(webhookId) {
      const query = new URLSearchParams({ webhook_id: webhookId })
      await request(`DELETE /delete-webhook?${query}`, z.unknown())
    },
    async changeAddresses(webhookId, { add = [], remove = [] }) {
      await request('PATCH /update-webhook-addresses', z.unknown(), {
        webhook_id: webhookId,
        addresses_to_add: add,
        addresses_to_remove: remove,
      })
    },
    async *addresses(webhookId) {
      const query = new URLSearchParams({ webhook_id: webhookId, limit: '100' })
      for (let more = true; more; ) {
        const page = await request(`GET /webhook-addresses?${query}`, addressPage)
        yield page.data.map((address) => address.toLowerCase())
        const after = page.pagination?.cursors.after
        more = Boolean(after) && after !== query.get('after')
        if (after) query.set('after', after)
      }
    },
  }
}
