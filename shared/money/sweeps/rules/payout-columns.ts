/** The columns of the payouts as CSV, before those of metadata. */
export const payoutColumns = [
  ...(['type', 'session', 'status', 'chainId', 'asset', 'transaction', 'block'] as const),
  ...(['time', 'address', 'amount', 'rateUsd', 'valueUsd', 'fiatValue'] as const),
  ...(['fiatCurrency', 'fiatAmount', 'fee', 'feeAsset', 'sweep'] as const),
] as const
