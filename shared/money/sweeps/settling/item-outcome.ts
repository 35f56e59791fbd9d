import type { AgreedReceipt } from '../../../chain/sending/agreed-receipt.ts'
import { larger, smaller } from '../../../kernel/money.ts'
import { attemptOf, type Sweep, type SweepItem } from '../../../payments/holdings/rules/sweep.ts'
import { sweepProblems } from '../../../payments/holdings/rules/sweep-problems.ts'
import { movedByLogs } from '../rules/moved-by-logs.ts'
import { isListed } from '../sending/transactions/sweep-call.ts'
import type { SweepServices, SweptChain } from '../sweep-services.ts'
import { confirmedBalance } from './confirmed-balance.ts'
import { usedElsewhere } from './used-authorization.ts'

/** The effect of a mined transaction on one item. Amounts in the item's asset, `coinFeeBase` in the native coin. */
export type ItemOutcome = {
  /** Arrived at the recipient. */
  movedBase: bigint
  tokenFeeBase: bigint
  /** Paid for the transaction by the item's own address. */
  coinFeeBase: bigint
  failure: string | null
}

type Mined = { sweep: Sweep; item: SweepItem; receipt: AgreedReceipt }

const nothing = { movedBase: 0n, tokenFeeBase: 0n, coinFeeBase: 0n, failure: null }

/** The outcome of an item, by the transaction's own receipt. Throws `ChainUnavailable`. */
export async function outcomeOf(
  services: SweepServices,
  chain: SweptChain,
  mined: Mined,
): Promise<ItemOutcome> {
  const { sweep, receipt } = mined
  const { kind } = sweep
  const ownFee = kind === 'native' || kind === 'token' ? receipt.feeBase : 0n
  const failed = { ...nothing, coinFeeBase: ownFee, failure: sweepProblems.reverted }
  if (kind === 'authorized') return authorizedOutcome(services, chain, mined)
  if (isCancellation(mined)) return { ...nothing, coinFeeBase: ownFee }
  if (!receipt.isSuccess) return failed
  if (kind === 'token') {
    const isKnown = isListed(chain.client.chain, sweep)
    const outcome = isKnown ? tokenOutcome(mined) : await unlistedOutcome(services, chain, mined)
    return { ...outcome, coinFeeBase: ownFee }
  }
  const movedBase = attemptOf(sweep, receipt.hash)?.valueBase ?? 0n
  return { ...nothing, movedBase, coinFeeBase: ownFee }
}

function isCancellation({ sweep, receipt }: Mined): boolean {
  return attemptOf(sweep, receipt.hash)?.isCancellation ?? false
}

function tokenOutcome({ sweep, item, receipt }: Mined): ItemOutcome {
  const { tokenAddress } = sweep
  const recipient = attemptOf(sweep, receipt.hash)?.recipient ?? sweep.recipient
  const of = { token: tokenAddress ?? '', from: item.address, to: recipient }
  const { leftBase, arrivedBase } = movedByLogs(receipt.logs, of)
  const failure = leftBase === 0n ? sweepProblems.moved_nothing : null
  return { ...nothing, movedBase: arrivedBase, tokenFeeBase: leftBase - arrivedBase, failure }
}

/**
 * An unlisted token's events may say anything, so they count up to what was signed. Without any, what its address has
 * less of counts, although more may have arrived meanwhile.
 */
async function unlistedOutcome(
  services: SweepServices,
  chain: SweptChain,
  mined: Mined,
): Promise<ItemOutcome> {
  const { item, sweep } = mined
  const stated = tokenOutcome(mined)
  const of = { address: item.address, token: sweep.tokenAddress }
  const { balanceBase } = await confirmedBalance(services, chain, of)
  const statedBase = smaller(stated.movedBase + stated.tokenFeeBase, item.amountBase)
  const movedBase = larger(statedBase, item.amountBase - balanceBase)
  return {
    ...nothing,
    movedBase,
    failure: movedBase > 0n ? null : sweepProblems.moved_nothing,
  }
}

/** A batch succeeds even if some of its calls fail, as above. Anyone may have submitted one of its authorizations before. */
async function authorizedOutcome(
  services: SweepServices,
  chain: SweptChain,
  mined: Mined,
): Promise<ItemOutcome> {
  const { receipt } = mined
  const outcome = receipt.isSuccess ? tokenOutcome(mined) : nothing
  if (outcome.movedBase > 0n) return outcome
  const usedBase = await usedElsewhere(services, chain, mined)
  if (usedBase > 0n) return { ...nothing, movedBase: usedBase }
  if (isCancellation(mined)) return nothing
  const failure = receipt.isSuccess ? sweepProblems.left_behind : sweepProblems.batch_reverted
  return { ...nothing, failure }
}
