/** The hosted payment providers, as in their webhook URL and in the API. */
export const providerNames = [
  'transak',
  'ramp',
  'moonpay',
  'mercuryo',
  'banxa',
  'binance-pay',
  'coinbase-commerce',
  'nowpayments',
  'coingate',
] as const
export type ProviderName = (typeof providerNames)[number]

export type ProviderFacts = {
  title: string
  /** Buys coins by card, in a frame; or accepts the customer's coins, on pages of its own. */
  kind: 'on-ramp' | 'gateway'
  isBeta: boolean
  hasSandbox: boolean
}

/** What pages show of a provider: they import none of the code that calls it. */
export const providerFacts: Readonly<Record<ProviderName, ProviderFacts>> = {
  transak: { title: 'Transak', kind: 'on-ramp', isBeta: false, hasSandbox: true },
  ramp: { title: 'Ramp Network', kind: 'on-ramp', isBeta: true, hasSandbox: true },
  moonpay: { title: 'MoonPay', kind: 'on-ramp', isBeta: false, hasSandbox: true },
  mercuryo: { title: 'Mercuryo', kind: 'on-ramp', isBeta: true, hasSandbox: true },
  banxa: { title: 'Banxa', kind: 'on-ramp', isBeta: true, hasSandbox: true },
  'binance-pay': { title: 'Binance Pay', kind: 'gateway', isBeta: true, hasSandbox: false },
  'coinbase-commerce': { title: 'Coinbase', kind: 'gateway', isBeta: true, hasSandbox: true },
  nowpayments: { title: 'NOWPayments', kind: 'gateway', isBeta: true, hasSandbox: true },
  coingate: { title: 'CoinGate', kind: 'gateway', isBeta: true, hasSandbox: true },
}
