import type { Chain } from '../../../chain/chain.ts'
import { ServiceError } from '../../../kernel/errors.ts'
import { formatBase, parseDecimal } from '../../../kernel/money.ts'

/** A cap in base units of the chain's coin, from an operator's input. Throws `parameter_invalid`. */
export function gasCapOf({ native }: Pick<Chain, 'native'>, text: string): bigint {
  const cap = parseDecimal(text, native.decimals)
  const base = cap && cap.units * 10n ** BigInt(native.decimals - cap.scale)
  if (base) return base
  const message = `gasCap must be an amount of ${native.symbol}, such as 0.002.`
  throw new ServiceError('parameter_invalid', message, { param: 'gasCap' })
}

/** A cap as it is shown. */
export function gasCapText({ native }: Pick<Chain, 'native'>, base: bigint): string {
  return `${formatBase(base, native.decimals)} ${native.symbol}`
}
