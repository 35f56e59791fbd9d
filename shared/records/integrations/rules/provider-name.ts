import { namesOf } from '../../../kernel/map-names.ts'

export type ProviderFacts = {
  title: string
  /** Buys coins by card, in a frame; or accepts the customer's coins, on pages of its own. */
  kind: 'on-ramp' | 'gateway'
  isBeta: boolean
  hasSandbox: boolean
}

/**
 * The hosted payment providers, by their name in their webhook URL and in the API, with what pages show of them: pages
 * import none of the code that calls them.
 */
export const providerFacts = {
  transak: { title: 'Transak', kind: 'on-ramp', isBeta: false, hasSandbox: true },
  ramp: { title: 'Ramp Network', kind: 'on-ramp', isBeta: true, hasSandbox: true },
  moonpay: { title: 'MoonPay', kind: 'on-ramp', isBeta: false, hasSandbox: true },
  mercuryo: { title: 'Mercuryo', kind: 'on-ramp', isBeta: true, hasSandbox: true },
  banxa: { title: 'Banxa', kind: 'on-ramp', isBeta: true, hasSandbox: true },
  'binance-pay': { title: 'Binance Pay', kind: 'gateway', isBeta: true, hasSandbox: false },
  'coinbase-commerce': { title: 'Coinbase', kind: 'gateway', isBeta: true, hasSandbox: true },
  nowpayments: { title: 'NOWPayments', kind: 'gateway', isBeta: true, hasSandbox: true },
  coingate: { title: 'CoinGate', kind: 'gateway', isBeta: true, hasSandbox: true },
} as const satisfies Record<string, ProviderFacts>

export type ProviderName = keyof typeof providerFacts

export const providerNames: readonly ProviderName[] = namesOf(providerFacts)
