import type { Chain } from '../../../chain/chain.ts'
import { formatBase, parseDecimal } from '../../../kernel/money.ts'
import { refuseSweep } from '../rules/sweep-refusals.ts'

/** A cap in base units of the chain's coin, from an operator's input. Throws `parameter_invalid`. */
export function gasCapOf({ native }: Pick<Chain, 'native'>, text: string): bigint {
  const cap = parseDecimal(text, native.decimals)
  const base = cap && cap.units * 10n ** BigInt(native.decimals - cap.scale)
  if (base) return base
  throw refuseSweep('not_a_gas_cap', { symbol: native.symbol })
}

export function gasCapText({ native }: Pick<Chain, 'native'>, base: bigint): string {
  return `${formatBase(base, native.decimals)} ${native.symbol}`
}
