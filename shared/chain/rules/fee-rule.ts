import { divideRoundingUp, larger, smaller } from '../../kernel/money.ts'

/** How a chain prices gas, beyond what its nodes report. Sources: docs/decisions/0032. */
export type FeeRule = {
  /** `base-fee`: EIP-1559. `gas-price`: one price, as the node suggests it (BNB Chain, Avalanche). */
  pricedBy: 'base-fee' | 'gas-price'
  /** The least that nodes accept: as a tip per gas, or as the whole price. In wei. */
  minimum: bigint
  ignoresTip: boolean
  /**
   * How Ethereum's share is charged: by the OP Stack beside gas × price, which no transaction can cap; on Arbitrum as more
   * gas. Null if there is none.
   */
  dataFee: 'op-stack' | 'in-gas' | null
}

/** Current gas prices, in wei. */
export type GasMarket = {
  /** Null on a chain without one. */
  baseFee: bigint | null
  suggestedTip: bigint
  gasPrice: bigint
}

export type Fees = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }

/**
 * Fees that get a transaction into one of the next blocks. `exact` ones leave nothing of the reserved amount, since the
 * whole price is paid whatever the base fee is then: for transactions that empty an address.
 */
export function feesFor(
  { pricedBy, minimum, ignoresTip }: FeeRule,
  { baseFee, suggestedTip, gasPrice }: GasMarket,
  { exact }: { exact: boolean },
): Fees {
  if (pricedBy === 'gas-price' || baseFee === null) {
    const least = larger(minimum, divideRoundingUp((baseFee ?? 0n) * 5n, 4n))
    const price = larger(least, (gasPrice * 11n) / 10n)
    return { maxFeePerGas: price, maxPriorityFeePerGas: price }
  }
  const tip = ignoresTip ? 0n : larger(minimum, suggestedTip)
  if (!exact) return { maxFeePerGas: baseFee * 2n + tip, maxPriorityFeePerGas: tip }
  const price = divideRoundingUp(baseFee * 5n, 4n) + tip
  return { maxFeePerGas: price, maxPriorityFeePerGas: price }
}

/**
 * The least that replaces a pending transaction: nodes require 10 % more of both fees, some of them 12.5 %. The tip at
 * least doubles, since the one before may be the floor that a node's false suggestion left.
 */
export function raised(before: Fees, market: Fees): Fees {
  const { maxFeePerGas: fee, maxPriorityFeePerGas: tip } = before
  const maxFeePerGas = larger(market.maxFeePerGas, fee + divideRoundingUp(fee, 8n) + 1n)
  const doubled = larger(market.maxPriorityFeePerGas, tip * 2n + 1n)
  return { maxFeePerGas, maxPriorityFeePerGas: smaller(maxFeePerGas, doubled) }
}
