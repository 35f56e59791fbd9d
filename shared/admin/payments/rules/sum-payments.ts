import { formatDecimal, parseDecimal } from '../../../kernel/money.ts'

type Payment = { status: string; fiat: { amount: string; currency: string } }

/** Decimals: the total price of the payments in a currency, and the total of those that were paid. */
export type PaymentSum = { currency: string; asked: string; paid: string }

const paidStatuses: readonly string[] = ['paid', 'paid_late', 'overpaid']

/** The sums of some payments by currency, that with most payments first. */
export function sumPayments(payments: readonly Payment[]): PaymentSum[] {
  const byCurrency = Map.groupBy(payments, ({ fiat }) => fiat.currency)
  return [...byCurrency]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([currency, all]) => ({
      currency,
      asked: sum(all),
      paid: sum(all.filter(({ status }) => paidStatuses.includes(status))),
    }))
}

const scale = 2

function sum(payments: readonly Payment[]): string {
  const units = payments.reduce((total, { fiat }) => {
    const price = parseDecimal(fiat.amount, scale)
    return total + (price ? price.units * 10n ** BigInt(scale - price.scale) : 0n)
  }, 0n)
  return formatDecimal({ units, scale })
}
