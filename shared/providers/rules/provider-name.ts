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
