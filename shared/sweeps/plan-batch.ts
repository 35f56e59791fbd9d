import { size } from 'viem'
import { feesOf, highestCost } from './gas-prices.ts'
import { withMargin } from './plan-native.ts'
import {
  type Planning,
  type Prepared,
  postpone,
  postponeAll,
  reasonAgainst,
  spendGas,
} from './planning.ts'
import type { Candidate } from './refresh-holdings.ts'
import type { SweepItem, SweepKind } from './rules/sweep.ts'
import { estimateGas } from './transactions/simulate.ts'
import type { SweepCall } from './transactions/sweep-call.ts'

/** Far below every chain's limit of gas and bytes of one transaction. */
export const batchSize = 50
/** Base includes transactions above this with difficulty; Ethereum's limit is 16,777,216. */
const maxGas = 15_000_000n
/** Of a signed delegation in a transaction. */
const authorizationBytes = 104

type Part = { candidate: Candidate; item: SweepItem }

/** How a batch moves its items. */
export type Batch<Own extends Part> = {
  kind: SweepKind
  validBefore: Date | null
  /** Why each would fail, in their order; null if it would not. */
  refusals: (parts: readonly Own[]) => Promise<(string | null)[]>
  /** Its call if none of them may fail. */
  strictCall: (parts: readonly Own[]) => SweepCall
}

/**
 * One batch of a token, at most `batchSize`, without those that would fail or are not worth their share of the fee.
 * Undefined if nothing is left of it.
 */
export async function planBatch<Own extends Part>(
  planning: Planning,
  parts: readonly Own[],
  batch: Batch<Own>,
): Promise<Prepared | undefined> {
  const working = await withoutRefused(planning, parts, batch)
  const worth = await withoutUnworthy(planning, working, batch)
  if (worth.length === 0) return undefined
  const size = await sizeOf(planning, worth, batch)
  if ('refusal' in size && worth.length > 1) {
    // It may be too large for the chain: the other half is planned in the next run.
    return planBatch(planning, worth.slice(0, Math.ceil(worth.length / 2)), batch)
  }
  if ('refusal' in size) {
    await postponeAll(planning, candidatesOf(worth), { reason: 'refused', details: size.refusal })
    return undefined
  }
  if (!spendGas(planning, size.costBase)) {
    await postponeAll(planning, candidatesOf(worth), { reason: 'gas_wallet_empty' })
    return undefined
  }
  const { kind, validBefore } = batch
  return {
    ...{ kind, sender: planning.gasWallet, recipient: planning.payout },
    ...{ candidates: candidatesOf(worth), validBefore, gas: size.gas },
    items: worth.map(({ item }) => item),
  }
}

/** A blacklisted address, for example, must not keep the others waiting. */
async function withoutRefused<Own extends Part>(
  planning: Planning,
  parts: readonly Own[],
  { refusals }: Batch<Own>,
): Promise<Own[]> {
  if (parts.length === 0) return []
  const reasons = await refusals(parts)
  const working: Own[] = []
  for (const [index, part] of parts.entries()) {
    const details = reasons[index]
    if (details === null || details === undefined) working.push(part)
    else await postpone(planning, part.candidate, { reason: 'refused', details })
  }
  return working
}

/** Each pays the same share of the batch's fee. */
async function withoutUnworthy<Own extends Part>(
  planning: Planning,
  parts: readonly Own[],
  batch: Batch<Own>,
): Promise<Own[]> {
  if (parts.length === 0) return []
  const size = await sizeOf(planning, parts, batch)
  // Then the caller stores why.
  if ('refusal' in size) return [...parts]
  const shareBase = size.costBase / BigInt(parts.length)
  const worth: Own[] = []
  for (const part of parts) {
    const against = await reasonAgainst(planning, part.candidate, shareBase)
    if (against === null) worth.push(part)
    else await postpone(planning, part.candidate, against)
  }
  return worth
}

/**
 * The gas of a batch and its highest cost. Estimated so that no call may fail, because an estimate that allows failures
 * is too low: the last call would run out of gas while the transaction succeeds.
 */
async function sizeOf<Own extends Part>(
  { client, market, gasWallet }: Planning,
  parts: readonly Own[],
  { kind, strictCall }: Batch<Own>,
): Promise<{ gas: bigint; costBase: bigint } | { refusal: string }> {
  const call = strictCall(parts)
  const estimate = await estimateGas(client, gasWallet, call)
  if ('refusal' in estimate) return estimate
  const gas = withMargin(estimate.gas)
  if (gas > maxGas) return { refusal: `The batch needs ${gas} gas, more than ${maxGas}.` }
  const fees = feesOf(client, market, kind)
  const signedBytes = (call.authorizationList?.length ?? 0) * authorizationBytes
  const dataBytes = size(call.data) + signedBytes
  return { gas, costBase: await highestCost(client, { gas, fees, dataBytes }) }
}

function candidatesOf(parts: readonly Part[]): Candidate[] {
  return parts.map(({ candidate }) => candidate)
}
