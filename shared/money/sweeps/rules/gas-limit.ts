import type { FeeRule } from '../../../chain/rules/fee-rule.ts'
import { larger, smaller } from '../../../kernel/money.ts'
import type { SweepKind } from '../../../payments/holdings/rules/sweep.ts'

/** A transfer between accounts without code needs exactly this much, and so can empty the address. */
export const plainTransferGas = 21_000n

/** Base includes transactions above this with difficulty; Ethereum's limit is 16,777,216. */
const mostOfAll = 15_000_000n

/** Several times what they need: the coin of a wallet that is a contract, any token's transfer. */
const mostOfKind = {
  native: { once: 200_000n, each: 0n },
  'top-up': { once: plainTransferGas, each: 0n },
  token: { once: 300_000n, each: 0n },
  authorized: { once: 100_000n, each: 200_000n },
} as const satisfies Record<SweepKind, { once: bigint; each: bigint }>

/** If gas also pays for Ethereum's, a transaction may need this many times as much, of which each costs little. */
const inGasFactor = 20n

type Purpose = { kind: SweepKind; addresses?: number; isToPlainAccount?: boolean }

/** The maximum gas of a transaction, whatever nodes estimate. */
export function mostGas(
  { dataFee }: Pick<FeeRule, 'dataFee'>,
  { kind, addresses = 1, isToPlainAccount = false }: Purpose,
): bigint {
  const { once, each } = mostOfKind[kind]
  const isPlain = isToPlainAccount && dataFee !== 'in-gas'
  const most = isPlain ? plainTransferGas : once + each * BigInt(addresses)
  return smaller(dataFee === 'in-gas' ? most * inGasFactor : most, mostOfAll)
}

/** A fifth more than estimated: the state may change until it is mined. */
function withMargin(gas: bigint): bigint {
  return (gas * 6n) / 5n
}

/**
 * Estimates by nodes of two operators: the higher one counts, the lower one tells whether the limit can be true at all.
 */
export type Estimated = { higher: bigint; lower: bigint }

export function isDisputed({ higher, lower }: Estimated): boolean {
  return higher > lower * 2n
}

type Limits = {
  most: bigint
  /** The limit with which it ran out of gas before. */
  ranOutOf: bigint | null
}

/** The gas limit of a transaction, or why it gets none. One that ran out of gas never gets the same again. */
export function gasLimit(
  { higher, lower }: Estimated,
  { most, ranOutOf }: Limits,
): { gas: bigint } | { refusal: string } {
  if (lower > most) return { refusal: `It needs ${lower} gas, more than ${most}.` }
  const wanted = larger(withMargin(higher), (ranOutOf ?? 0n) * 2n)
  const gas = smaller(wanted, most)
  if (ranOutOf === null || gas > ranOutOf) return { gas }
  return { refusal: `It ran out of gas with a limit of ${ranOutOf}, and gets ${most} at most.` }
}
