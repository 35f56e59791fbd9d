import { encodeFunctionData, parseAbi } from 'viem'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { deployer } from '../../infra/local/chains/local-accounts.ts'
import { localAddresses } from '../../shared/chain/local-addresses.ts'
import { chooseAsset } from '../../shared/checkout-sessions/choose-asset.ts'
import { createCheckoutSession } from '../../shared/checkout-sessions/create-checkout-session.ts'
import { openLink } from '../../shared/checkout-sessions/open-link.ts'
import { showSession } from '../../shared/checkout-sessions/show-session.ts'
import type { PaymentLink } from '../../shared/payment-links/rules/payment-link.ts'
import { assetPrice } from '../../shared/prices/asset-price.ts'
import { openPrices } from '../../shared/prices/open-prices.ts'
import {
  withheldByLatestReadings,
  withheldStablecoins,
} from '../../shared/prices/withheld-stablecoins.ts'
import { createQuote } from '../../shared/quotes/create-quote.ts'
import { derivationIndices } from '../../shared/wallet/derivation-indices.ts'
import { askDirectly, startTestChain, type TestChain } from '../chain-fixture.ts'
import { someSettings } from '../factories.ts'
import { pageFixture } from '../page-fixture.ts'
import { seededBytes } from '../seeded-bytes.ts'

let shop: Awaited<ReturnType<typeof openShop>>

beforeEach(async () => {
  shop = await openShop()
})

/** A shop on a real chain, whose default coin is USDC, with the price feeds of that chain. */
async function openShop() {
  const [chain, fixture] = await Promise.all([startTestChain(), pageFixture()])
  onTestFinished(chain.stop)
  let now = new Date()
  const clock = () => now
  const { table } = fixture.deps
  const prices = openPrices({ table, chains: [chain.client], now: clock })
  const deps = {
    ...fixture.deps,
    now: clock,
    settings: async () => someSettings({ defaultAsset: 'USDC' }),
    enabledChains: () => [chain.chain],
    randomBytes: seededBytes('broken-stablecoin'),
    indices: derivationIndices(table),
    depositAddresses: async () => (index: number) => `0x${String(index).padStart(40, '0')}`,
    startTimer: async () => undefined,
    limits: { perClient: 100, perLink: 100 },
    chain: () => chain.client,
    ask: askDirectly,
    startConfirmation: async () => undefined,
    enqueueDeliveries: async () => undefined,
    withheldStablecoins: () => withheldStablecoins(prices),
    assetPrice: (asset: Parameters<typeof assetPrice>[1]['asset'], fiat: { currency: string }) =>
      assetPrice(prices, { asset, fiatCurrency: fiat.currency }),
  }
  /** As the functions of the checkout page, which ask no source. */
  const page = {
    ...deps,
    withheldStablecoins: () => withheldByLatestReadings({ table, now: clock }, ['USDC']),
  }
  return {
    deps,
    page,
    link: await fixture.saveLink(link),
    /** Lets more than a minute pass, so that everything is read again, and posts new rounds. */
    async post(usd: { eth: bigint; usdc: bigint }): Promise<void> {
      const before = await chain.node.getBlock()
      await chain.node.setNextBlockTimestamp({ timestamp: before.timestamp + 61n })
      await post(chain, localAddresses.ethUsdFeed, usd.eth)
      await post(chain, localAddresses.usdcUsdFeed, usd.usdc)
      const { timestamp } = await chain.node.getBlock()
      now = new Date(Number(timestamp) * 1000)
    },
    pass: (seconds: number) => {
      now = new Date(now.getTime() + seconds * 1000)
    },
  }
}

async function post(chain: TestChain, feed: `0x${string}`, answer: bigint): Promise<void> {
  const data = encodeFunctionData({ abi: parseAbi(['function post(int256)']), args: [answer] })
  const call = { account: deployer, chain: null, to: feed, data, gas: 200_000n }
  await chain.node.sendTransaction(call)
  await chain.mine()
}

const createdAt = new Date('2026-01-01T00:00:00Z')
const link: PaymentLink = {
  id: 'pl_01JD8Z3K000000000000000000',
  mode: 'test',
  slug: 'k7m2p9x4qd',
  title: 'Subscription',
  description: null,
  fiatAmount: '25.00',
  fiatCurrency: 'USD',
  successUrl: null,
  cancelUrl: null,
  active: true,
  createdAt,
  updatedAt: createdAt,
}

const eth = 2500_00000000n
const sound = { eth, usdc: 99_900_000n }
const broken = { eth, usdc: 97_900_000n }
const order = {
  mode: 'test',
  source: { kind: 'ad-hoc', amount: { value: '10.00', currency: 'USD' } },
} as const
const nobody = {
  customerEmail: null,
  metadata: null,
  successUrl: null,
  cancelUrl: null,
  returnUrl: null,
}
const visit = { slug: link.slug, viewerAddress: '198.51.100.10:1', customerEmail: null }
const refusal = {
  code: 'price_unavailable',
  message: expect.stringContaining('USDC is off its peg'),
}
const coins = ({ choices }: { choices: readonly { asset: string }[] }) =>
  choices.map(({ asset }) => asset)

async function shown(id: string) {
  const found = await showSession(shop.page, { id })
  return found.changed ? coins(found.view) : []
}

describe('a stablecoin that holds its peg', () => {
  it('is the default, and among the choices', async () => {
    await shop.post(sound)
    const view = await openLink(shop.deps, visit)
    expect(view).toMatchObject({ asset: 'USDC', amount: { formatted: '25' } })
    expect(coins(view)).toEqual(['ETH', 'USDC'])
    expect(await shown(view.id)).toEqual(['ETH', 'USDC'])
    expect(await createQuote(shop.deps, order)).toMatchObject({
      quote: { lock: { asset: 'USDC' } },
    })
  })
})

describe('a stablecoin that is off its peg', () => {
  it('is refused to whoever asks for it', async () => {
    await shop.post(broken)
    const wish = { ...order, asset: 'USDC' }
    await expect(createQuote(shop.deps, wish)).rejects.toMatchObject(refusal)
    const session = createCheckoutSession(shop.deps, { ...wish, ...nobody })
    await expect(session).rejects.toMatchObject(refusal)
  })

  it('gives way as the default to the coin of its chain', async () => {
    await shop.post(broken)
    expect(await createQuote(shop.deps, order)).toMatchObject({ quote: { lock: { asset: 'ETH' } } })
    const session = await createCheckoutSession(shop.deps, { ...order, ...nobody })
    expect(session).toMatchObject({ session: { lock: { asset: 'ETH' }, assetSelected: false } })
    expect(await openLink(shop.deps, visit)).toMatchObject({ asset: 'ETH' })
  })

  it('disappears from the choices of sessions that are open, which stay payable in it', async () => {
    await shop.post(sound)
    const { id } = await openLink(shop.deps, visit)
    await shop.post(broken)
    const later = await openLink(shop.deps, visit)
    expect(coins(later)).toEqual(['ETH'])
    expect(await shown(later.id)).toEqual(['ETH'])
    expect(await shown(id)).toEqual(['ETH'])
    expect(await showSession(shop.page, { id })).toMatchObject({ view: { asset: 'USDC' } })
  })

  it('is refused where it was still shown', async () => {
    await shop.post(sound)
    const { id } = await openLink(shop.deps, visit)
    await shop.post(broken)
    const choice = { id, chainId: 31337, asset: 'USDC' }
    await expect(chooseAsset(shop.deps, choice)).rejects.toMatchObject(refusal)
    expect(await shown(id)).toEqual(['ETH'])
    expect(await chooseAsset(shop.deps, { ...choice, asset: 'ETH' })).toMatchObject({
      asset: 'ETH',
      choices: [{ asset: 'ETH' }],
    })
  })

  it('is back with its peg', async () => {
    await shop.post(broken)
    expect(await openLink(shop.deps, visit)).toMatchObject({ asset: 'ETH' })
    await shop.post(sound)
    expect(await openLink(shop.deps, visit)).toMatchObject({ asset: 'USDC' })
  })
})

it('is not shown once its feed has been silent for longer than it may', async () => {
  await shop.post(sound)
  const { id } = await openLink(shop.deps, visit)
  expect(await shown(id)).toEqual(['ETH', 'USDC'])
  shop.pass(4081)
  expect(await shown(id)).toEqual(['ETH'])
})
