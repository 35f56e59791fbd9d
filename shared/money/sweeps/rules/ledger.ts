import { assetKey, type Holding } from '../../../payments/holdings/rules/holding.ts'

/**
 * The money of one asset on one chain. At every moment, received + gas = unswept + swept + fees + missing. In base
 * units.
 */
export type LedgerLine = {
  chainId: number
  symbol: string
  tokenAddress: string | null
  decimals: number
  receivedBase: bigint
  unsweptBase: bigint
  sweptBase: bigint
  feeBase: bigint
  /** Sent to deposit addresses by the gas wallet. */
  gasBase: bigint
  missingBase: bigint
  /** The unswept amounts that wait, by reason. */
  waiting: Readonly<Record<string, { addresses: number; amountBase: bigint }>>
}

/** Adds a holding to the lines, each by its asset's key. */
export function withHolding(
  lines: ReadonlyMap<string, LedgerLine>,
  holding: Holding,
): Map<string, LedgerLine> {
  const key = assetKey(holding)
  const line = lines.get(key) ?? emptyLine(holding)
  const { receivedBase, balanceBase, sweptBase, feeBase, gasBase, missingBase } = holding
  const added: LedgerLine = {
    ...line,
    receivedBase: line.receivedBase + receivedBase,
    unsweptBase: line.unsweptBase + balanceBase,
    sweptBase: line.sweptBase + sweptBase,
    feeBase: line.feeBase + feeBase,
    gasBase: line.gasBase + gasBase,
    missingBase: line.missingBase + missingBase,
    waiting: withWaitingOf(line.waiting, holding),
  }
  return new Map([...lines, [key, added]])
}

function withWaitingOf(waiting: LedgerLine['waiting'], holding: Holding): LedgerLine['waiting'] {
  const reason = holding.waiting?.reason
  if (!reason) return waiting
  const { addresses = 0, amountBase = 0n } = waiting[reason] ?? {}
  const grown = { addresses: addresses + 1, amountBase: amountBase + holding.balanceBase }
  return { ...waiting, [reason]: grown }
}

function emptyLine({ chainId, symbol, tokenAddress, decimals }: Holding): LedgerLine {
  const none = { receivedBase: 0n, unsweptBase: 0n, sweptBase: 0n }
  return {
    chainId,
    symbol,
    tokenAddress,
    decimals,
    ...none,
    feeBase: 0n,
    gasBase: 0n,
    missingBase: 0n,
    waiting: {},
  }
}
