import type { Cell } from '../../kernel/csv.ts'

/** The columns of payments for an accountant; the guide says what each is. */
export const accountingColumns = [
  ...(['id', 'status', 'settled', 'createdAt', 'paidAt', 'closedAt'] as const),
  ...(['order', 'linkId', 'linkTitle', 'customerId'] as const),
  ...(['chainId', 'chainName', 'asset', 'amountReceived', 'unitPriceUsd'] as const),
  ...(['fiatPrice', 'fiatValue', 'fiatCurrency', 'provider'] as const),
  ...(['networkFee', 'networkFeeAsset', 'refunded', 'refundedFiatValue'] as const),
  ...(['address', 'txHash'] as const),
] as const

/** A cell for each of them; null if nobody knows. */
export type AccountingRow = Readonly<Record<(typeof accountingColumns)[number], Cell>>
