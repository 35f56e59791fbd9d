import { formatBase, parseDecimal } from '../../../kernel/money.ts'
import type { WaitingReason } from '../../../payments/holdings/rules/holding.ts'
import type { Settings } from '../../../records/settings/rules/settings.ts'

/** When money is worth sweeping, per chain and asset. */
export type SweepRule = {
  /** In millionths of a USD. Smaller amounts wait until they are `maxAgeMs` old. */
  minimumMicros: bigint
  maxAgeMs: number
  /** The maximum share of the value that fees may take, in hundredths of a percent; null for no limit. */
  maxFeeBps: bigint | null
  /** Whether a fee whose share is unknown is paid: play money may have no price. */
  paysUnknownFee: boolean
}

const hourMs = 3_600_000
const usdDecimals = 6

type RuleChain = { chainId: number; network: 'mainnet' | 'testnet' | 'local' }

/** Ethereum's fees are dearer than those of all other chains. */
export function defaultRule({ chainId, network }: RuleChain): SweepRule {
  const [maxAgeMs, paysUnknownFee] = [24 * hourMs, network !== 'mainnet']
  // Test money costs nothing, so small amounts are swept, too; but no fee takes nearly all of one.
  if (paysUnknownFee) return { minimumMicros: 0n, maxAgeMs, maxFeeBps: 9_000n, paysUnknownFee }
  const minimumMicros = chainId === 1 ? 5_000_000n : 500_000n
  return { minimumMicros, maxAgeMs, maxFeeBps: 500n, paysUnknownFee }
}

type RuleSettings = Pick<Settings, 'sweepMinimumUsd' | 'sweepMaxAgeHours' | 'sweepMaxFeePercent'>

/** The setting for an asset, else for its chain, else the default. */
export function ruleFor(
  chain: RuleChain,
  symbol: string,
  { sweepMinimumUsd, sweepMaxAgeHours, sweepMaxFeePercent }: Partial<RuleSettings>,
): SweepRule {
  const of = <Value>(values: Readonly<Record<string, Value>> = {}) =>
    values[`${chain.chainId}.${symbol}`] ?? values[chain.chainId]
  const usd = parseDecimal(of(sweepMinimumUsd) ?? '', usdDecimals)
  const [hours, percent] = [of(sweepMaxAgeHours), of(sweepMaxFeePercent)]
  const rule = defaultRule(chain)
  return {
    minimumMicros: usd ? usd.units * 10n ** BigInt(usdDecimals - usd.scale) : rule.minimumMicros,
    maxAgeMs: hours === undefined ? rule.maxAgeMs : hours * hourMs,
    maxFeeBps: percent === undefined ? rule.maxFeeBps : BigInt(Math.round(percent * 100)),
    // A limit that the owner set is kept, whatever the money is worth.
    paysUnknownFee: percent === undefined && rule.paysUnknownFee,
  }
}

export type Worth = {
  /** Null if the asset has no price now. */
  valueMicros: bigint | null
  /** Fee as a share of the value, in hundredths of a percent; null if unknown. */
  feeBps: bigint | null
  ageMs: number
}

/** Why an amount waits; null if it is to be swept now. */
export function reasonToWait(
  { minimumMicros, maxAgeMs, maxFeeBps, paysUnknownFee }: SweepRule,
  { valueMicros, feeBps, ageMs }: Worth,
): WaitingReason | null {
  const isOld = ageMs >= maxAgeMs
  if (!isOld && valueMicros !== null && valueMicros < minimumMicros) return 'below_minimum'
  if (maxFeeBps !== null && feeBps === null && !paysUnknownFee) return 'price_unknown'
  if (maxFeeBps !== null && feeBps !== null && feeBps > maxFeeBps) return 'fee_too_high'
  return isOld || minimumMicros === 0n || valueMicros !== null ? null : 'price_unknown'
}

/** The reason why an amount waits, for its owner: its value, and the setting that applies. Null without a price. */
export function waitingDetails(
  reason: WaitingReason,
  { minimumMicros, maxAgeMs, maxFeeBps }: SweepRule,
  { valueMicros, feeBps }: Worth,
): string | null {
  if (reason === 'below_minimum' && valueMicros !== null) {
    const [value, minimum] = [valueMicros, minimumMicros].map((one) => formatBase(one, usdDecimals))
    return `worth ${value} USD, below sweepMinimumUsd (${minimum}); swept after ${maxAgeMs / hourMs} hours (sweepMaxAgeHours)`
  }
  if (reason !== 'fee_too_high' || maxFeeBps === null || feeBps === null) return null
  const [share, most] = [feeBps, maxFeeBps].map((one) => formatBase(one, 2))
  return `fees would take ${share} % of it, above sweepMaxFeePercent (${most})`
}

/** A fee as a share of a value in the same unit, in hundredths of a percent, rounded up. */
export function feeShare(feeBase: bigint, valueBase: bigint): bigint {
  if (valueBase <= 0n) return 1_000_000n
  return (feeBase * 10_000n + valueBase - 1n) / valueBase
}

/** An amount in millionths of a USD, rounded down; null if its asset has no price. */
export function micros(
  amountBase: bigint,
  { decimals, priceMicros }: { decimals: number; priceMicros: bigint | null },
): bigint | null {
  return priceMicros === null ? null : (amountBase * priceMicros) / 10n ** BigInt(decimals)
}
