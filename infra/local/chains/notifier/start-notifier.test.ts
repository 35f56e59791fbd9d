import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeFunctionData, parseAbi } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { sendTransaction, waitForTransactionReceipt } from 'viem/actions'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { localAddresses } from '../../../../shared/chain/local-addresses.ts'
import { fund } from '../fund.ts'
import { generousFees, localClient } from '../local-client.ts'
import { type LocalChain, startChain } from '../start-chain.ts'
import { type NotifierOptions, startNotifier } from './start-notifier.ts'
import type { LocalWebhook } from './webhook-registry.ts'

const shop = '0x00000000000000000000000000000000000c0ffe'
const cafe = '0x00000000000000000000000000000000000cafe0'
const signingKey = 'whsec_local_test'
const deadline = { timeout: 20_000, interval: 10 }

const notification = z.strictObject({
  webhookId: z.string().startsWith('wh_'),
  id: z.string().startsWith('whevt_'),
  createdAt: z.iso.datetime(),
  type: z.literal('ADDRESS_ACTIVITY'),
  event: z.strictObject({
    network: z.literal('LOCAL_31337'),
    activity: z.array(z.looseObject({ toAddress: z.string(), category: z.string() })).min(1),
  }),
})

let dataDir: string
let chain: LocalChain
let running: { stop(): Promise<void> }[]

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'chains-'))
  const options = { mode: 'test', chainId: 31337, dataDir, port: 0 } as const
  chain = await startChain({ ...options, blockTimeSeconds: 0.02, isBusy: () => false })
  running = [chain]
})

afterEach(async () => {
  for (const part of running.toReversed()) await part.stop()
  await rm(dataDir, { recursive: true })
})

type Post = { signature: string; body: string }

/** Responds with the given statuses, then with 200, and stores what it received. */
async function receiver(statuses: number[] = []): Promise<{ url: string; posts: Post[] }> {
  const posts: Post[] = []
  const server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(Buffer.from(chunk))
    const signature = String(request.headers['x-alchemy-signature'])
    posts.push({ signature, body: Buffer.concat(chunks).toString('utf8') })
    response.writeHead(statuses.shift() ?? 200).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  running.push({
    stop: async () => {
      server.closeAllConnections()
      server.close()
    },
  })
  const { port } = z.object({ port: z.number() }).parse(server.address())
  return { url: `http://127.0.0.1:${port}/`, posts }
}

const webhook = (url: string): LocalWebhook => ({
  id: 'wh_test',
  network: 'LOCAL_31337',
  url,
  signingKey,
  active: true,
  addresses: new Set([shop, cafe]),
})

function notify(url: string, changes: Partial<NotifierOptions> = {}): string[] {
  const reports: string[] = []
  const notifier = startNotifier(
    {
      chains: [chain],
      webhooks: () => [webhook(url)],
      loss: 0,
      seed: 'one',
      ...changes,
    },
    { now: () => new Date(), report: (message) => reports.push(message) },
  )
  running.push(notifier)
  return reports
}

const parsed = (post: Post) => notification.parse(JSON.parse(post.body))
const coin = (amountBase: bigint) => fund(chain, { to: shop, asset: 'ETH', amountBase })

describe('a notification', () => {
  it('reports a native payment in Alchemy’s format, with a signature of its bytes', async () => {
    const { url, posts } = await receiver()
    notify(url)
    const { txHash, blockNumber } = await coin(12_300_000_000_000_000n)
    const post = await vi.waitUntil(() => posts[0], deadline)
    expect(post.signature).toBe(createHmac('sha256', signingKey).update(post.body).digest('hex'))
    const [activity] = parsed(post).event.activity
    expect(activity).toMatchObject({
      blockNum: `0x${blockNumber.toString(16)}`,
      hash: txHash,
      toAddress: shop,
      value: 0.0123,
      asset: 'ETH',
      category: 'external',
      rawContract: { rawValue: '0x2bb2c8eabcc000', address: null, decimals: 18 },
      typeTraceAddress: null,
      log: null,
    })
  })

  it('reports a token payment with its log and a padded value', async () => {
    const { url, posts } = await receiver()
    notify(url)
    const { txHash } = await fund(chain, { to: shop, asset: 'USDC', amountBase: 25_000_000n })
    const post = await vi.waitUntil(() => posts[0], deadline)
    const rawValue = `0x${(25_000_000).toString(16).padStart(64, '0')}`
    const address = localAddresses.testUsdc.toLowerCase()
    expect(parsed(post).event.activity).toEqual([
      expect.objectContaining({
        hash: txHash,
        toAddress: shop,
        value: 25,
        asset: 'USDC',
        category: 'token',
        rawContract: { rawValue, address, decimals: 6 },
        log: expect.objectContaining({
          address,
          data: rawValue,
          transactionHash: txHash,
          logIndex: '0x0',
          removed: false,
        }),
      }),
    ])
  })

  it('reports coins that a contract sent, one by one', async () => {
    const { url, posts } = await receiver()
    notify(url)
    const txHash = await payThroughContract([
      { target: shop, value: 5n },
      { target: cafe, value: 7n },
    ])
    await vi.waitUntil(() => posts.length > 0, deadline)
    const internal = posts
      .map(parsed)
      .find(({ event }) => event.activity[0]?.category === 'internal')
    expect(internal?.event.activity).toMatchObject([
      {
        hash: txHash,
        toAddress: shop,
        typeTraceAddress: 'call_0',
        rawContract: { rawValue: '0x5' },
      },
      {
        hash: txHash,
        toAddress: cafe,
        typeTraceAddress: 'call_1',
        rawContract: { rawValue: '0x7' },
      },
    ])
  })

  it('is retried until it is accepted, and logged only if all attempts fail', async () => {
    const { url, posts } = await receiver([500])
    const reports = notify(url)
    await coin(1n)
    await vi.waitUntil(() => posts.length === 2, deadline)
    expect(posts[1]?.body).toBe(posts[0]?.body)
    expect(reports).toEqual([])
  })

  it('is not sent for calls without a transfer, nor for the price feeds', async () => {
    const { url, posts } = await receiver()
    notify(url)
    await fund(chain, { to: shop, asset: 'USDC', amountBase: 0n })
    await coin(0n)
    await coin(1n)
    await vi.waitUntil(() => posts.length > 0, deadline)
    expect(posts.map((post) => parsed(post).event.activity.length)).toEqual([1])
  })
})

describe('a webhook', () => {
  it.each([
    ['without the address', { addresses: new Set([cafe]) }],
    ['that is paused', { active: false }],
    ['of another network', { network: 'LOCAL_31338' }],
  ])('%s is not notified', async (_, changes) => {
    const [silent, witness] = [await receiver(), await receiver()]
    notify(witness.url, {
      webhooks: () => [{ ...webhook(silent.url), ...changes }, webhook(witness.url)],
    })
    await coin(1n)
    await vi.waitUntil(() => witness.posts.length === 1, deadline)
    expect(silent.posts).toEqual([])
  })
})

describe('a lossy notifier', () => {
  it('loses the same notifications under the same seed', async () => {
    const [one, again, other, all] = await Promise.all([
      receiver(),
      receiver(),
      receiver(),
      receiver(),
    ])
    notify(one.url, { loss: 0.5, seed: 'one' })
    notify(again.url, { loss: 0.5, seed: 'one' })
    notify(other.url, { loss: 0.5, seed: 'other' })
    notify(all.url)
    for (let payment = 1n; payment <= 12n; payment++) await coin(payment)
    await vi.waitUntil(() => all.posts.length === 12, deadline)
    for (const part of running.splice(5)) await part.stop()
    const received = (posts: Post[]) => posts.map((post) => parsed(post).id).sort()
    expect(received(one.posts)).toEqual(received(again.posts))
    expect(received(one.posts)).not.toEqual(received(other.posts))
    expect(one.posts.length).toBeGreaterThan(1)
    expect(one.posts.length).toBeLessThan(11)
  })

  it('that loses everything sends nothing', async () => {
    const { url, posts } = await receiver()
    notify(url, { loss: 1 })
    const witness = await receiver()
    notify(witness.url)
    await coin(1n)
    await vi.waitUntil(() => witness.posts.length === 1, deadline)
    expect(posts).toEqual([])
  })
})

async function payThroughContract(payments: { target: `0x${string}`; value: bigint }[]) {
  const client = localClient(chain)
  const abi = parseAbi([
    'struct Call { address target; bool allowFailure; uint256 value; bytes callData; }',
    'struct Result { bool success; bytes returnData; }',
    'function aggregate3Value(Call[] calls) payable returns (Result[])',
  ])
  const calls = payments.map((payment) => ({
    ...payment,
    allowFailure: false,
    callData: '0x' as const,
  }))
  const hash = await sendTransaction(client, {
    ...generousFees,
    account: privateKeyToAccount(chain.faucetPrivateKey),
    to: localAddresses.multicall3,
    value: payments.reduce((sum, { value }) => sum + value, 0n),
    data: encodeFunctionData({ abi, args: [calls] }),
    gas: 300_000n,
  })
  await waitForTransactionReceipt(client, { hash, checkReplacement: false })
  return hash
}
