import type { HexAddress } from '../../../chain/chain.ts'
import type { GasMarket } from '../../../chain/rules/fee-rule.ts'
import {
  type Holding,
  type WaitingReason,
  withWaiting,
} from '../../../payments/holdings/rules/holding.ts'
import type { SweepItem, SweepKind } from '../../../payments/holdings/rules/sweep.ts'
import { saveHolding } from '../../../payments/holdings/store/holdings.ts'
import {
  feeShare,
  micros,
  reasonToWait,
  type SweepRule,
  waitingDetails,
} from '../rules/sweep-rule.ts'
import type { Candidate } from '../settling/refresh-holdings.ts'
import type { SigningChain, SweepServices, SweptChain } from '../sweep-services.ts'

export type Planning = SigningChain & {
  services: SweepServices
  market: GasMarket
  /** When an asset of the chain is worth sweeping. */
  ruleOf: (symbol: string) => SweepRule
  payout: HexAddress
  /** Since when words must have been sealed whose money may go there now; null if all may. */
  wordsSince: Date | null
  /** When another payout wallet takes its place; null if none will. */
  payoutChangesAt: Date | null
  gasWallet: HexAddress
  /** Whether an operator ordered it, so that stopped sweeps are tried again. */
  isOrdered: boolean
  /** The coin that the gas wallet may still spend, and the coin that it lacks for sweeps it can't pay. */
  gasBudget: { leftBase: bigint; unpaidBase: bigint }
}

export type Prepared = {
  kind: SweepKind
  sender: HexAddress
  recipient: HexAddress
  candidates: readonly Candidate[]
  items: readonly SweepItem[]
  gas: bigint
  validBefore: Date | null
  /** The maximum offer per unit of gas, if not three times the current one. */
  ceilingPerGas?: bigint
  /** The maximum final cost, if an operator set a cap. */
  capBase?: bigint
}

/** Why money waits, and when that changes at the latest. */
type Waiting = { reason: WaitingReason; details?: string | null; until?: Date }

/** Stores why a candidate is not swept now. */
export async function postpone(
  { services: { table, now } }: Pick<Planning, 'services'>,
  { holding, from }: Candidate,
  waiting: Waiting,
): Promise<void> {
  await saveHolding(table, withWaiting(holding, waiting, now()), { ...holding, version: from })
}

export async function postponeAll(
  planning: Pick<Planning, 'services'>,
  candidates: readonly Candidate[],
  waiting: Waiting,
): Promise<void> {
  for (const candidate of candidates) await postpone(planning, candidate, waiting)
}

/** Why a candidate is not worth its fee yet, in the chain's native coin; null if it is. */
export async function reasonAgainst(
  { services, client: { chain }, ruleOf }: Planning,
  { holding, availableBase }: Candidate,
  feeBase: bigint,
): Promise<Waiting | null> {
  const { native } = chain
  const isNative = holding.tokenAddress === null
  const [priceMicros, nativeMicros] = await Promise.all([
    services.priceMicros(holding.symbol),
    services.priceMicros(native.symbol),
  ])
  const valueMicros = micros(availableBase, { decimals: holding.decimals, priceMicros })
  const feeMicros = micros(feeBase, { decimals: native.decimals, priceMicros: nativeMicros })
  const byPrice =
    valueMicros === null || feeMicros === null ? null : feeShare(feeMicros, valueMicros)
  const rule = ruleOf(holding.symbol)
  const since = holding.dueSince ?? services.now()
  const worth = {
    valueMicros,
    feeBps: isNative ? feeShare(feeBase, availableBase) : byPrice,
    ageMs: services.now().getTime() - since.getTime(),
  }
  const reason = reasonToWait(rule, worth)
  if (reason === null) return null
  const details = waitingDetails(reason, rule, worth)
  return { reason, details, until: new Date(since.getTime() + rule.maxAgeMs) }
}

/** A candidate as an item of a sweep. */
export function itemOf(
  { holding }: Candidate,
  amountBase: bigint,
  authorizationNonce: string | null = null,
): SweepItem {
  const { sessionId, address, derivationIndex } = holding
  const outcome = { movedBase: null, failure: null }
  return { sessionId, address, derivationIndex, amountBase, authorizationNonce, ...outcome }
}

/** Whether the token can be moved by its holder's signature alone. */
export function isAuthorizable({ client: { chain } }: SweptChain, holding: Holding): boolean {
  const token = chain.tokens.find(({ address }) => address === holding.tokenAddress)
  return token?.eip3009 !== null && token !== undefined
}

/** Reserves the maximum cost of a transaction of the gas wallet. False if the wallet has less. */
export function spendGas({ gasBudget }: Pick<Planning, 'gasBudget'>, costBase: bigint): boolean {
  if (gasBudget.leftBase < costBase) {
    gasBudget.unpaidBase += costBase
    return false
  }
  gasBudget.leftBase -= costBase
  return true
}
