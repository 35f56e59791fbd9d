import type { Cell } from '../../kernel/csv.ts'
import type { ExportedPayment } from './wire/exported-payment.ts'

const own = [
  ...(['id', 'status', 'createdAt', 'paidAt', 'closedAt', 'settled'] as const),
  ...(['chainId', 'chainName', 'asset', 'amount', 'received', 'refunded', 'unitPriceUsd'] as const),
  ...(['address', 'txHash', 'provider', 'customerEmail', 'linkId', 'linkTitle'] as const),
] as const satisfies readonly (keyof ExportedPayment)[]

/** The columns of payments as CSV, before those of metadata. */
export const paymentColumns: readonly string[] = [...own, 'fiatAmount', 'fiatCurrency']

export function paymentCells(payment: ExportedPayment): readonly Cell[] {
  const { amount, currency } = payment.fiat
  return [...own.map((column) => payment[column]), amount, currency]
}
