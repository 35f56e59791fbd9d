import type { AssetChoice, CheckoutView } from '../../shared/merchant/checkout/wire/checkout.ts'
import type { LinkView } from '../../shared/records/payment-links/wire/link-view.ts'
import { walletApps } from '../../shared/records/settings/rules/checkout-ways.ts'

const noMerchant = {
  name: null,
  logoUrl: null,
  accentColor: null,
  onAccentColor: null,
  supportUrl: null,
} as const

export const aLinkView: LinkView = {
  title: 'Annual subscription',
  description: 'Twelve printed issues, posted worldwide.',
  fiat: { amount: '120.00', currency: 'USD' },
  livemode: true,
  merchant: noMerchant,
}

/** Three coins on three networks; USDT on only one of them. */
export const choices: AssetChoice[] = [
  choice([1, 'Ethereum'], 'ETH', '0.048'),
  choice([1, 'Ethereum'], 'USDC', '120'),
  choice([1, 'Ethereum'], 'USDT', null),
  choice([8453, 'Base'], 'ETH', '0.048'),
  choice([8453, 'Base'], 'USDC', '120'),
  choice([42161, 'Arbitrum One'], 'ETH', '0.048'),
  choice([42161, 'Arbitrum One'], 'USDC', '120'),
]

function choice([chainId, chainName]: [number, string], asset: string, amount: string | null) {
  return { chainId, chainName, asset, amount, confirmedInSeconds: 60 }
}

export const usdcOnBase = '0x036CbD53842c5426634e7929541eC2318f3dCF7e'

/** A pending session over 0.048 ETH with 272 seconds left, read at `now`. */
export function aView(now: Date, changes: Partial<CheckoutView> = {}): CheckoutView {
  const inSeconds = (seconds: number) => new Date(now.getTime() + seconds * 1000).toISOString()
  return {
    id: 'cs_01JD8Z3K5V7Q2N4M6R8T0W1X3Y',
    status: 'pending',
    version: 1,
    livemode: true,
    merchant: noMerchant,
    methods: ['coins'],
    provider: null,
    walletApps,
    title: aLinkView.title,
    description: aLinkView.description,
    linkPath: '/l/k7m2p9x4qd',
    fiat: aLinkView.fiat,
    asset: 'ETH',
    tokenAddress: null,
    chainId: 8453,
    chainName: 'Base',
    asksDetails: false,
    choices: [],
    assetChosen: true,
    provisional: false,
    address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    amount: { base: '48000000000000000', formatted: '0.048', decimals: 18 },
    received: { base: '0', formatted: '0' },
    confirmed: { base: '0', formatted: '0' },
    confirmations: 0,
    confirmationsRequired: 3,
    txHash: null,
    transactionUrl: null,
    confirmedAbout: null,
    reported: null,
    tokenUrl: null,
    network: { symbol: 'ETH', decimals: 18, explorerUrl: 'https://basescan.org' },
    paidAt: null,
    serverNow: now.toISOString(),
    expiresAt: inSeconds(272),
    lateUntil: inSeconds(872),
    acceptsTopUps: true,
    closed: false,
    successUrl: null,
    cancelUrl: null,
    returnUrl: null,
    ...changes,
  }
}

const txHash = '0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060'
const transaction = { txHash, transactionUrl: `https://basescan.org/tx/${txHash}` }
const allReceived = { base: '48000000000000000', formatted: '0.048' }
const someReceived = { base: '20000000000000000', formatted: '0.02' }
const mostReceived = { base: '40000000000000000', formatted: '0.04' }

export const aMerchant = {
  name: 'Ana’s Books',
  logoUrl: null,
  accentColor: '#5b2a86',
  onAccentColor: '#ffffff',
  supportUrl: 'mailto:help@anas.example',
} as const

/** One view per state that the page can show. */
export function viewsAt(now: Date): Record<string, CheckoutView> {
  const before = (seconds: number) => new Date(now.getTime() - seconds * 1000).toISOString()
  const over = { expiresAt: before(20) }
  const confirmedAbout = new Date(now.getTime() + 42_000).toISOString()
  const detected = {
    ...transaction,
    status: 'detected',
    received: allReceived,
    confirmations: 1,
    confirmedAbout,
  } as const
  const paid = {
    ...detected,
    status: 'paid',
    confirmed: allReceived,
    confirmations: 3,
    confirmedAbout: null,
    paidAt: before(5),
    closed: true,
  } as const
  const underpaid = {
    ...transaction,
    status: 'underpaid',
    received: mostReceived,
    confirmed: mostReceived,
    confirmations: 3,
  } as const
  const inHours = (hours: number) => new Date(now.getTime() + hours * 3_600_000).toISOString()
  const atProvider = {
    choices,
    assetChosen: false,
    provisional: true,
    provider: {
      name: 'moonpay' as const,
      expiresAt: inHours(1),
      lateUntil: inHours(25),
      isLeft: false,
      hasPaid: false,
    },
  } as const
  return {
    pending: aView(now, { cancelUrl: 'https://shop.example/cart' }),
    token: aView(now, {
      livemode: false,
      title: null,
      description: null,
      linkPath: null,
      asset: 'USDC',
      tokenAddress: usdcOnBase,
      chainName: 'Local test chain',
      amount: { base: '120000000', formatted: '120', decimals: 6 },
      expiresAt: new Date(now.getTime() + 42_000).toISOString(),
    }),
    details: aView(now, { asksDetails: true, choices, assetChosen: false }),
    coin: aView(now, { choices, assetChosen: false }),
    providers: aView(now, {
      choices,
      assetChosen: false,
      livemode: false,
      methods: ['moonpay', 'coins', 'ramp', 'coingate'],
    }),
    provider: aView(now, { ...atProvider, methods: ['coins', 'moonpay'] }),
    provider_late: aView(now, { ...atProvider, ...over, status: 'expired' }),
    provider_paid: aView(now, {
      provider: { ...atProvider.provider, hasPaid: true },
      status: 'paid',
      closed: true,
      paidAt: before(5),
    }),
    changeable: aView(now, { choices, cancelUrl: 'https://shop.example/cart' }),
    time_up: aView(now, over),
    detected: aView(now, detected),
    detected_partial: aView(now, { ...detected, received: someReceived, confirmations: 2 }),
    final_check: aView(now, { ...detected, confirmations: 3, confirmedAbout: null }),
    vanished: aView(now, { ...transaction, status: 'detected', confirmedAbout }),
    sent: aView(now, { reported: { hash: txHash, url: transaction.transactionUrl } }),
    idle: aView(now, { ...over, status: 'expired', provisional: true }),
    paid: aView(now, paid),
    paid_late: aView(now, { ...paid, ...over, status: 'paid_late' }),
    overpaid: aView(now, {
      ...paid,
      status: 'overpaid',
      merchant: aMerchant,
      received: { base: '50000000000000000', formatted: '0.05' },
    }),
    underpaid: aView(now, underpaid),
    top_up: aView(now, { ...detected, status: 'underpaid', confirmed: mostReceived }),
    underpaid_closed: aView(now, {
      ...underpaid,
      ...over,
      merchant: aMerchant,
      closed: true,
      returnUrl: 'https://shop.example/',
    }),
    expired: aView(now, { ...over, status: 'expired' }),
    expired_arriving: aView(now, { ...detected, ...over, status: 'expired' }),
    expired_short: aView(now, { ...underpaid, ...over, status: 'expired' }),
    expired_closed: aView(now, {
      ...over,
      status: 'expired',
      linkPath: null,
      closed: true,
      lateUntil: before(1),
      returnUrl: 'https://shop.example/',
    }),
    failed: aView(now, { ...transaction, status: 'failed', closed: true }),
  }
}
