import type { Mode } from '../../../kernel/mode.ts'
import { type Failed, failedAgain } from './failed.ts'

/** Why money at a deposit address is not swept yet. */
export const waitingReasons = [
  'session_open',
  'unconfirmed',
  'no_payout_wallet',
  'owner_sweeps',
  'below_minimum',
  'fee_too_high',
  'price_unknown',
  'gas_wallet_empty',
  'tokens_first',
  'unlisted',
  'refused',
] as const
export type WaitingReason = (typeof waitingReasons)[number]

/**
 * Why a holding waits, since when, and what the chain stated, if anything. A newer release may know other reasons: whoever
 * plans its sweep next decides again.
 */
type Waiting = { reason: string; since: Date; details: string | null }

/**
 * One asset at one deposit address, from the first money to the last sweep. Amounts in base units, of confirmed blocks.
 * At every moment, received + gas = balance + swept + fees + missing.
 */
export type Holding = {
  mode: Mode
  sessionId: string
  /** The session's index shard. */
  shard?: number | undefined
  address: string
  derivationIndex: number
  chainId: number
  symbol: string
  /** ERC-20 contract; null for the native coin. */
  tokenAddress: string | null
  decimals: number
  /** Counts writes; every write is conditional on it. */
  version: number
  /** Since when there is something to sweep; null if there is nothing. */
  dueSince: Date | null
  /** When a run looks at it next; null if there is nothing to sweep. */
  checkAt: Date | null
  /** The sweep that is moving it. */
  sweepId: string | null
  /** Balance after block `readAtBlock`. */
  balanceBase: bigint
  readAtBlock: bigint
  receivedBase: bigint
  sweptBase: bigint
  /** Transaction fees paid by the address, or kept by the token. */
  feeBase: bigint
  /** Sent to the address by the gas wallet. */
  gasBase: bigint
  /** Left the address in no sweep, or never stayed on the chain: an operator has to find out. */
  missingBase: bigint
  /** How often it was swept; part of the nonce of its next authorization. */
  sweepCount: number
  waiting: Waiting | null
  /** Null while no transaction was mined without moving it since the last that did. */
  failed: Failed | null
}

/** Whether money has arrived that is not read yet: its payment shows it, and the next plan reads the amount. */
export function isUncounted({ dueSince, balanceBase }: Holding): boolean {
  return dueSince !== null && balanceBase === 0n
}

/** The holding after its balance was read at a later confirmed block. */
export function withBalance(
  holding: Holding,
  { balanceBase, blockNumber }: { balanceBase: bigint; blockNumber: bigint },
): Holding {
  if (blockNumber < holding.readAtBlock) return holding
  return balanced({ ...holding, balanceBase, readAtBlock: blockNumber })
}

export type Moved = { sweptBase: bigint; feeBase: bigint; gasBase: bigint }

/** The holding after a sweep was final in that block, and released from it. */
export function withMoved(
  holding: Holding,
  { sweptBase, feeBase, gasBase }: Moved,
  blockNumber: bigint,
): Holding {
  // A balance that was read at a later block already shows the change.
  const isShown = holding.readAtBlock >= blockNumber
  const changeBase = isShown ? 0n : gasBase - sweptBase - feeBase
  return balanced({
    ...holding,
    sweptBase: holding.sweptBase + sweptBase,
    feeBase: holding.feeBase + feeBase,
    gasBase: holding.gasBase + gasBase,
    balanceBase: holding.balanceBase + changeBase,
    readAtBlock: isShown ? holding.readAtBlock : blockNumber,
  })
}

/** The holding as if the sweep had never been final, with what its address holds now. */
export function withoutMoved(
  holding: Holding,
  { sweptBase, feeBase, gasBase }: Moved,
  { balanceBase, blockNumber }: { balanceBase: bigint; blockNumber: bigint },
): Holding {
  return balanced({
    ...holding,
    sweptBase: holding.sweptBase - sweptBase,
    feeBase: holding.feeBase - feeBase,
    gasBase: holding.gasBase - gasBase,
    // What was read before is of blocks that are gone.
    balanceBase,
    readAtBlock: blockNumber,
  })
}

/** Money that appears was received; money that disappears is missing until it is back. */
function balanced(holding: Holding): Holding {
  const { balanceBase, sweptBase, feeBase, gasBase, receivedBase } = holding
  const shownBase = balanceBase + sweptBase + feeBase - gasBase
  return shownBase >= receivedBase
    ? { ...holding, receivedBase: shownBase, missingBase: 0n }
    : { ...holding, missingBase: receivedBase - shownBase }
}

const minuteMs = 60_000
const dayMs = 1440 * minuteMs

/** Money that has waited long is checked rarely: dust that is never worth a fee stays forever. */
const longestMs = 360 * minuteMs

/** When to check again what waits, unless more money arrives before. */
const patienceMs = {
  session_open: 5 * minuteMs,
  unconfirmed: minuteMs,
  no_payout_wallet: 5 * minuteMs,
  owner_sweeps: 60 * minuteMs,
  below_minimum: 360 * minuteMs,
  fee_too_high: 15 * minuteMs,
  price_unknown: 15 * minuteMs,
  gas_wallet_empty: 5 * minuteMs,
  tokens_first: 5 * minuteMs,
  unlisted: 360 * minuteMs,
  refused: 60 * minuteMs,
} as const satisfies Record<WaitingReason, number>

/** The holding, waiting for a reason, at the latest `until` then. The time stays while the reason does. */
export function withWaiting(
  holding: Holding,
  {
    reason,
    details = null,
    until,
  }: { reason: WaitingReason; details?: string | null; until?: Date },
  now: Date,
): Holding {
  const { waiting } = holding
  const since = waiting?.reason === reason ? waiting.since : now
  const later = new Date(now.getTime() + patienceOf(reason, now.getTime() - since.getTime()))
  const checkAt = until && until > now && until < later ? until : later
  return { ...holding, checkAt, waiting: { reason, since, details } }
}

function patienceOf(reason: WaitingReason, waitedMs: number): number {
  // A simulation costs nothing, and is the only way in which it continues by itself.
  if (reason === 'refused') return waitedMs < dayMs ? patienceMs.refused : dayMs
  return Math.max(patienceMs[reason], Math.min(waitedMs, longestMs))
}

/** The holding with nothing left to sweep. */
export function settled(holding: Holding): Holding {
  return { ...holding, dueSince: null, checkAt: null, waiting: null }
}

type Release = {
  /** Why its transaction moved nothing, and the gas for one address that it ran out of. */
  failure: Pick<Failed, 'cause' | 'ranOutOf'> | null
  isSwept: boolean
  now: Date
}

/** The holding after a sweep: the remaining money, including money that has arrived since, is due. */
export function released(holding: Holding, { failure, isSwept, now }: Release): Holding {
  const sweepCount = holding.sweepCount + (isSwept ? 1 : 0)
  const free = { ...holding, sweepId: null, sweepCount, failed: isSwept ? null : holding.failed }
  const due = { ...free, dueSince: holding.dueSince ?? now, checkAt: now }
  if (failure !== null) {
    const failed = failedAgain(holding.failed, failure)
    return withWaiting({ ...due, failed }, { reason: 'refused', details: failure.cause }, now)
  }
  return holding.balanceBase > 0n || holding.dueSince !== null ? due : settled(free)
}

type Asset = Pick<
  Holding,
  'mode' | 'sessionId' | 'address' | 'derivationIndex' | 'chainId' | 'symbol' | 'tokenAddress'
> & { decimals: number }

/** An asset without receipts. */
export function emptyHolding(asset: Asset): Holding {
  return {
    ...asset,
    version: 0,
    dueSince: null,
    checkAt: null,
    sweepId: null,
    sweepCount: 0,
    waiting: null,
    failed: null,
    balanceBase: 0n,
    readAtBlock: 0n,
    receivedBase: 0n,
    missingBase: 0n,
    sweptBase: 0n,
    feeBase: 0n,
    gasBase: 0n,
  }
}

/** Identifies an asset of a chain within an address. */
export function assetKey({ chainId, tokenAddress }: Pick<Holding, 'chainId' | 'tokenAddress'>) {
  return `${chainId}#${tokenAddress ?? 'native'}`
}
