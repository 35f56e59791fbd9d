import { divideRoundingUp } from '../../../kernel/money.ts'
import type { Sweep } from '../../../payments/holdings/rules/sweep.ts'

/** Gas use of transactions of a gas wallet, independent of prices. */
export type GasUse = {
  transactions: number
  addresses: number
  /** Units of gas; what top-ups sent counts as the gas that it would have paid for. */
  gasUnits: bigint
}

export const noGasUse: GasUse = { transactions: 0, addresses: 0, gasUnits: 0n }

/** A top-up's amount depends on the gas price, too. */
export function gasUseOf({ gas, attempts, kind, items }: Sweep): GasUse {
  const price = attempts.at(-1)?.maxFeePerGas ?? 0n
  const sentBase = kind === 'top-up' ? (items[0]?.amountBase ?? 0n) : 0n
  const sentUnits = price > 0n ? divideRoundingUp(sentBase, price) : 0n
  return { transactions: 1, addresses: items.length, gasUnits: gas + sentUnits }
}

export function sumOfUse(uses: readonly GasUse[]): GasUse {
  return uses.reduce(
    (sum, use) => ({
      transactions: sum.transactions + use.transactions,
      addresses: sum.addresses + use.addresses,
      gasUnits: sum.gasUnits + use.gasUnits,
    }),
    noGasUse,
  )
}

/**
 * More than measured for any token on any chain: a transfer by signature takes 88,004 alone, and one with its own gas
 * 126,000, what is set aside for rising fees included. Only for forecasts.
 */
const unitsPerAddress = 150_000n

/** The use for addresses that are swept one by one. */
export function useOfAddresses(addresses: number): GasUse {
  const gasUnits = BigInt(addresses) * unitsPerAddress
  return { transactions: addresses, addresses, gasUnits }
}
