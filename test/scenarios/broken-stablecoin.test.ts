import { encodeFunctionData, parseAbi } from 'viem'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { deployer } from '../../infra/local/chains/local-accounts.ts'
import { localAddresses } from '../../shared/chain/local-addresses.ts'
import { chooseAsset } from '../../shared/merchant/checkout/choose-asset.ts'
import { openLink } from '../../shared/merchant/checkout/open-link.ts'
import { openSession } from '../../shared/merchant/checkout/open-session.ts'
import { showSession } from '../../shared/merchant/checkout/show-session.ts'
import { createQuote } from '../../shared/merchant/quotes/create-quote.ts'
import { readOrder } from '../../shared/payments/quotes/read-order.ts'
import { derivationIndices } from '../../shared/payments/wallet/derivation-indices.ts'
import { assetPrice } from '../../shared/records/prices/asset-price.ts'
import {
  withheldByLatestReadings,
  withheldStablecoins,
} from '../../shared/records/prices/withheld-stablecoins.ts'
import { asAnother } from '../as-function.ts'
import { askDirectly, startTestChain, type TestChain } from '../chain-fixture.ts'
import { walletsOf } from '../deposit-wallets.ts'
import { aPaymentLink, someSettings } from '../factories.ts'
import { firstTimerOf } from '../first-timer.ts'
import { pageFixture } from '../page-fixture.ts'
import { readPrices } from '../read-prices.ts'
import { runAsCustomer } from '../run-as-customer.ts'
import { seededBytes } from '../seeded-bytes.ts'

let shop: Awaited<ReturnType<typeof openShop>>

beforeEach(async () => {
  shop = await openShop()
})

/** An instance on a real chain with its price feeds, whose default asset is USDC. */
async function openShop() {
  const [chain, fixture] = await Promise.all([startTestChain(), pageFixture()])
  onTestFinished(chain.stop)
  let now = new Date()
  const clock = () => now
  const { table } = fixture.deps
  const prices = readPrices([chain.client], { table, now: clock })
  const deps = {
    ...fixture.deps,
    now: clock,
    settings: async () => someSettings({ defaultAsset: 'USDC' }),
    enabledChains: async () => [chain.chain],
    payableChains: async () => [chain.chain],
    randomBytes: seededBytes('broken-stablecoin'),
    indices: derivationIndices(table),
    depositWallets: walletsOf({}),
    firstTimer: firstTimerOf(),
    limits: async () => ({ perClient: 100, perLink: 100 }),
    chain: async () => chain.client,
    ask: askDirectly,
    startConfirmation: async () => undefined,
    enqueueDeliveries: async () => undefined,
    // Prices are read by a function of their own.
    withheldStablecoins: () => asAnother(() => withheldStablecoins(prices)),
    assetPrice: (asset: Parameters<typeof assetPrice>[1]['asset'], fiat: { currency: string }) =>
      asAnother(() => assetPrice(prices, { asset, fiatCurrency: fiat.currency })),
  }
  /** The checkout page's functions call no price source. */
  const page = {
    ...deps,
    withheldStablecoins: () => withheldByLatestReadings({ table, now: clock }, ['USDC']),
  }
  return {
    deps,
    page,
    link: await fixture.saveLink(link),
    /** Advances more than a minute, so that everything is read again, and posts new rounds. */
    async post(usd: { eth: bigint; usdc: bigint }): Promise<void> {
      const before = await chain.node.getBlock()
      await chain.node.setNextBlockTimestamp({ timestamp: before.timestamp + 61n })
      await post(chain, localAddresses.ethUsdFeed, usd.eth)
      await post(chain, localAddresses.usdcUsdFeed, usd.usdc)
      const { timestamp } = await chain.node.getBlock()
      now = new Date(Number(timestamp) * 1000)
    },
  }
}

async function post(chain: TestChain, feed: `0x${string}`, response: bigint): Promise<void> {
  const data = encodeFunctionData({ abi: parseAbi(['function post(int256)']), args: [response] })
  const call = { account: deployer, chain: null, to: feed, data, gas: 200_000n }
  await chain.node.sendTransaction(call)
  await chain.mine()
}

const link = aPaymentLink()

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
const openShopLink = () =>
  runAsCustomer(openLink, shop.deps, { id: link.slug, body: { prefillEmail: null } })
/** The asset of a quote or session. */
async function quoted(asset?: string) {
  const body = { amount: order.source.amount, asset }
  const request = {
    mode: 'test',
    keyId: 'key_1',
    id: '',
    body,
    query: {},
    admitted: async () => undefined,
  } as const
  return (await createQuote.run(shop.deps, request)).result
}
async function opened(asset?: string) {
  const input = { ...order, ...nobody, asset, pricing: 'agreed' } as const
  return (await openSession(shop.deps, input, readOrder(shop.deps, input))).result
}
const refusal = {
  code: 'price_unavailable',
  message: expect.stringContaining('USDC is off its peg'),
}
const coins = ({ choices }: { choices: readonly { asset: string }[] }) =>
  choices.map(({ asset }) => asset)

const show = (id: string) => runAsCustomer(showSession, shop.page, { id, body: undefined })

async function shown(id: string) {
  return coins(await show(id))
}

describe('a stablecoin that holds its peg', () => {
  it('is the default, and among the choices', async () => {
    await shop.post(sound)
    const view = await openShopLink()
    expect(view).toMatchObject({ asset: 'USDC', amount: { formatted: '25' } })
    expect(coins(view)).toEqual(['ETH', 'USDC'])
    expect(await shown(view.id)).toEqual(['ETH', 'USDC'])
    expect(await quoted()).toMatchObject({ asset: 'USDC' })
  })
})

describe('a stablecoin that is off its peg', () => {
  it('is refused if requested', async () => {
    await shop.post(broken)
    await expect(quoted('USDC')).rejects.toMatchObject(refusal)
    await expect(opened('USDC')).rejects.toMatchObject(refusal)
  })

  it('is replaced as the default by the native coin of its chain', async () => {
    await shop.post(broken)
    expect(await quoted()).toMatchObject({ asset: 'ETH' })
    expect(await opened()).toMatchObject({ lock: { asset: 'ETH' }, assetSelected: false })
    expect(await openShopLink()).toMatchObject({ asset: 'ETH' })
  })

  it('is no longer offered to open sessions, but those priced in it stay payable', async () => {
    await shop.post(sound)
    const { id } = await openShopLink()
    await shop.post(broken)
    const later = await openShopLink()
    expect(coins(later)).toEqual(['ETH'])
    expect(await shown(later.id)).toEqual(['ETH'])
    expect(await shown(id)).toEqual(['ETH'])
    expect(await show(id)).toMatchObject({ asset: 'USDC' })
  })

  it('is refused if it was still shown', async () => {
    await shop.post(sound)
    const { id } = await openShopLink()
    await shop.post(broken)
    const choose = (asset: string) =>
      runAsCustomer(chooseAsset, shop.deps, { id, body: { chainId: 31337, asset } })
    await expect(choose('USDC')).rejects.toMatchObject(refusal)
    expect(await shown(id)).toEqual(['ETH'])
    expect(await choose('ETH')).toMatchObject({
      asset: 'ETH',
      choices: [{ asset: 'ETH' }],
    })
  })
})
