import type { ProviderName } from '../../../records/integrations/rules/provider-name.ts'
import { banxa } from './banxa.ts'
import { binancePay } from './binance-pay.ts'
import { coinbaseCommerce } from './coinbase-commerce.ts'
import { coingate } from './coingate.ts'
import type { HostedProvider } from './hosted-provider.ts'
import { mercuryo } from './mercuryo.ts'
import { moonpay } from './moonpay.ts'
import { nowpayments } from './nowpayments.ts'
import { ramp } from './ramp.ts'
import { transak } from './transak.ts'

/** The supported providers, by the name in their webhook URL. */
export const hostedProviders: Readonly<Record<ProviderName, HostedProvider>> = {
  transak,
  ramp,
  moonpay,
  mercuryo,
  banxa,
  'binance-pay': binancePay,
  'coinbase-commerce': coinbaseCommerce,
  nowpayments,
  coingate,
}
