import { createHmac, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { KMSClient } from '@aws-sdk/client-kms'
import { formatEther } from 'viem'
import * as z from 'zod'
import { notifierKeyContext } from '../../../shared/chain/rules/notifier.ts'
import { seal } from '../../../shared/kernel/sealing/seal.ts'
import { transact } from '../../../shared/kernel/store/transact.ts'
import { notifierKeyCreation } from '../../../shared/merchant/notifiers/store/notifier-keys.ts'
import {
  type WatchedChain,
  watchedChainReplacement,
} from '../../../shared/merchant/notifiers/store/watched-chains.ts'
import { firstWalletId } from '../../../shared/payments/wallet/rules/wallet-id.ts'
import { newApiKey } from '../../../test/saved-instance.ts'
import { count, countResponse, countSent } from '../meter.ts'
import { assumptions } from '../prices.ts'
import { knowPrices, type World } from '../world.ts'

const signingKey = 'whsec_cost'
const refundAddress = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const payer = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

const session = z.object({
  id: z.string(),
  address: z.string().transform((text): `0x${string}` => `0x${text.slice(2)}`),
  amount: z.object({ base: z.string() }),
})
export type Session = z.infer<typeof session>

const refund = z.object({ id: z.string(), amount: z.object({ base: z.string() }) })
export type Refund = z.infer<typeof refund>

export type Shop = Awaited<ReturnType<typeof openShop>>

/** A merchant with one webhook endpoint and one link, whose payments on `chainId` are notified. */
export async function openShop(world: World, chainId: number) {
  const key = await newApiKey(world.table, 'live')
  const authorized = () => ({ Authorization: `Bearer ${key}`, 'Idempotency-Key': randomUUID() })
  const receiver = await startReceiver()
  await world.call('create-webhook-endpoint', {
    headers: authorized(),
    body: { url: receiver.url },
  })
  const link = await world.call('create-payment-link', {
    headers: authorized(),
    body: { title: 'A bench', fiatAmount: '25.00' },
  })
  await watch(world, chainId)
  const asset = world.chain(chainId).chain.native.symbol
  return {
    chainId,
    slug: String(link['slug']),
    async openSession(): Promise<Session> {
      await knowPrices(world)
      const body = { amount: { value: '25.00', currency: 'USD' }, chainId, asset }
      return session.parse(
        await world.call('create-checkout-session', { headers: authorized(), body }),
      )
    },
    showSession: ({ id }: Session) =>
      world.call('get-checkout-session', { parameters: { id }, headers: authorized() }),
    /** Half of the amount that the session received. */
    async promiseRefund({ id, amount }: Session): Promise<Refund> {
      const half = formatEther(BigInt(amount.base) / 2n)
      const body = { sessionId: id, amount: half, address: refundAddress, sender: payer }
      return refund.parse(await world.call('create-refund', { headers: authorized(), body }))
    },
    showRefund: ({ id }: Refund) =>
      world.call('get-refund', { parameters: { id }, headers: authorized() }),
    /** From a wallet, in the next block. */
    async sendRefund({ amount }: Refund): Promise<void> {
      const { node } = world.chain(chainId)
      const value = BigInt(amount.base)
      await node.sendTransaction({ to: refundAddress, value, account: payer, chain: null })
      await world.jump(1)
    },
    /** Pays in the next block, which is notified. */
    async pay({ address, amount }: Session): Promise<void> {
      const { node } = world.chain(chainId)
      const value = BigInt(amount.base)
      const hash = await node.sendTransaction({ to: address, value, account: payer, chain: null })
      await world.jump(1)
      await notify(world, { chainId, address, hash })
    },
    close: receiver.close,
  }
}

async function watch({ table, config }: World, chainId: number): Promise<void> {
  const key = { notifier: 'alchemy', chainId, webhookId: 'wh_cost' } as const
  const sealing = { kms: new KMSClient(), keyId: config('KMS_KEY_ID'), purpose: 'app-secrets' }
  const sealed = await seal(sealing, signingKey, notifierKeyContext(key))
  const watched: WatchedChain = {
    notifier: 'alchemy',
    chainId,
    webhooks: [{ id: 'wh_cost', addressCount: 200 }],
    registeredTo: 200,
    walletId: firstWalletId,
    repairedAt: new Date(),
    resumedAt: null,
  }
  await transact(table, [
    notifierKeyCreation({ ...key, signingKey: sealed }),
    watchedChainReplacement('live', watched),
  ])
}

const networks: Readonly<Record<number, string>> = { 1: 'ETH_MAINNET', 8453: 'BASE_MAINNET' }

type Payment = { chainId: number; address: string; hash: string }

/** Sends Alchemy's notification of a transfer of the native coin. */
async function notify(world: World, { chainId, address, hash }: Payment): Promise<void> {
  const activity = {
    blockNum: '0x1',
    hash,
    fromAddress: payer,
    toAddress: address.toLowerCase(),
    value: 1,
    asset: 'ETH',
    category: 'external',
    rawContract: { rawValue: '0x1', address: null, decimals: 18 },
  }
  const body = JSON.stringify({
    webhookId: 'wh_cost',
    id: 'whevt_cost',
    type: 'ADDRESS_ACTIVITY',
    createdAt: new Date().toISOString(),
    event: { network: networks[chainId], activity: [activity] },
  })
  const signature = createHmac('sha256', signingKey).update(body).digest('hex')
  await world.call('receive-chain-notification', {
    parameters: { notifier: 'alchemy' },
    headers: { 'x-alchemy-signature': signature, 'content-type': 'application/json' },
    body,
  })
}

/** A receiver of webhooks, which takes as long as those of shops do. */
async function startReceiver() {
  const server = createServer((request, response) => {
    countSent(Number(request.headers['content-length']))
    request.resume().on('end', () => response.writeHead(200).end())
  })
  const port = await new Promise<number>((listening) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      listening(typeof address === 'object' && address ? address.port : 0)
    })
  })
  return { url: `http://127.0.0.1:${port}/webhooks`, close: () => server.close() }
}

/** A customer's browser loads the page, which shows the session once. */
export async function visit(world: World, { id }: Pick<Session, 'id'>): Promise<void> {
  count('cloudFrontRequests', assumptions.pageFiles)
  count('cloudFrontFunctions', 2)
  for (let file = 0; file < assumptions.pageFiles; file++) {
    countResponse(assumptions.pageBytes / assumptions.pageFiles)
  }
  await world.call('show-session', { parameters: { id } })
}
