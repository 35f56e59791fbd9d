import type { WaitingReason } from './holding.ts'

/** When money is worth sweeping, per chain and asset. */
export type SweepRule = {
  /** In millionths of a USD. Smaller amounts wait until they are `maxAgeMs` old. */
  minimumMicros: bigint
  maxAgeMs: number
  /** The most that fees may take, in hundredths of a percent of the value; null: whatever they are. */
  maxFeeBps: bigint | null
}

const hourMs = 3_600_000

/** Ethereum's fees are dearer than those of all other chains. */
export function defaultRule({
  chainId,
  network,
}: {
  chainId: number
  network: 'mainnet' | 'testnet' | 'local'
}): SweepRule {
  // Test money has no price, and costs nothing.
  if (network !== 'mainnet') return { minimumMicros: 0n, maxAgeMs: 24 * hourMs, maxFeeBps: null }
  const minimumMicros = chainId === 1 ? 5_000_000n : 500_000n
  return { minimumMicros, maxAgeMs: 24 * hourMs, maxFeeBps: 500n }
}

export type Worth = {
  /** Null if the asset has no price now. */
  valueMicros: bigint | null
  /** What fees take, in hundredths of a percent; null if that is unknown. */
  feeBps: bigint | null
  ageMs: number
}

/** Why an amount waits; null if it is to be swept now. */
export function reasonToWait(
  { minimumMicros, maxAgeMs, maxFeeBps }: SweepRule,
  { valueMicros, feeBps, ageMs }: Worth,
): WaitingReason | null {
  const isOld = ageMs >= maxAgeMs
  if (!isOld && valueMicros !== null && valueMicros < minimumMicros) return 'below_minimum'
  if (maxFeeBps !== null && feeBps === null) return 'price_unknown'
  if (maxFeeBps !== null && feeBps !== null && feeBps > maxFeeBps) return 'fee_too_high'
  return isOld || minimumMicros === 0n || valueMicros !== null ? null : 'price_unknown'
}

/** What a fee takes of a value in the same unit, in hundredths of a percent, rounded up. */
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
