import { size } from 'viem'
import { feesOf, highestCost } from './gas-prices.ts'
import { withMargin } from './plan-native.ts'
import {
  itemOf,
  type Planning,
  type Prepared,
  postpone,
  postponeAll,
  reasonAgainst,
  spendGas,
} from './planning.ts'
import type { Candidate } from './refresh-holdings.ts'
import { authorizationEnd } from './rules/authorization-end.ts'
import type { SweepItem } from './rules/sweep.ts'
import { estimateGas, simulateBatch } from './transactions/simulate.ts'
import { authorizedCalls, type BatchCall, batchData } from './transactions/sweep-call.ts'
import { unusedNonces } from './unused-nonces.ts'

/** Far below every chain's limit of gas and bytes of one transaction. */
export const batchSize = 50
/** Base includes transactions above this with difficulty; Ethereum's limit is 16,777,216. */
const maxGas = 15_000_000n

type Part = { candidate: Candidate; item: SweepItem; call: BatchCall }

/**
 * One batch of signed transfers of a token (EIP-3009), at most `batchSize`, without those that would fail or are not
 * worth their share of the fee. Undefined if nothing is left of it.
 */
export async function planAuthorized(
  planning: Planning,
  candidates: readonly Candidate[],
): Promise<Prepared | undefined> {
  const validBefore = authorizationEnd(planning.services.now(), planning.payoutChangesAt)
  if (!validBefore) {
    const details = 'another payout wallet is about to take effect'
    await postponeAll(planning, candidates, { reason: 'no_payout_wallet', details })
    return undefined
  }
  const parts = await signedParts(planning, candidates, validBefore)
  const worth = await withoutUnworthy(planning, await withoutRefused(planning, parts))
  if (worth.length === 0) return undefined
  const batch = await sizeOf(planning, worth)
  if ('refusal' in batch && worth.length > 1) {
    // It may be too large for the chain: the other half is planned in the next run.
    return planAuthorized(planning, candidatesOf(worth.slice(0, Math.ceil(worth.length / 2))))
  }
  if ('refusal' in batch) {
    await postponeAll(planning, candidatesOf(worth), { reason: 'refused', details: batch.refusal })
    return undefined
  }
  if (!spendGas(planning, batch.costBase)) {
    await postponeAll(planning, candidatesOf(worth), { reason: 'gas_wallet_empty' })
    return undefined
  }
  return {
    ...{ kind: 'authorized', sender: planning.gasWallet, recipient: planning.payout },
    ...{ candidates: candidatesOf(worth), validBefore, gas: batch.gas },
    items: worth.map(({ item }) => item),
  }
}

async function signedParts(
  { client, payout, wallet }: Planning,
  candidates: readonly Candidate[],
  validBefore: Date,
): Promise<Part[]> {
  const { chain } = client
  const nexts = candidates.map(({ holding: { tokenAddress, address: from, sweepCount } }) => ({
    ...{ token: tokenAddress ?? '', from, sweepCount },
  }))
  const nonces = await unusedNonces(client, nexts)
  const items = candidates.map((candidate, index) =>
    itemOf(candidate, candidate.availableBase, nonces[index]),
  )
  const tokenAddress = candidates[0]?.holding.tokenAddress ?? null
  const batch = { recipient: payout, tokenAddress, items, validBefore }
  const calls = await authorizedCalls(chain, batch, await wallet())
  return candidates.flatMap((candidate, index) => {
    const [item, call] = [items[index], calls[index]]
    return item && call ? [{ candidate, item, call }] : []
  })
}

/** A blacklisted address, for example, must not keep the others waiting. */
async function withoutRefused(planning: Planning, parts: readonly Part[]): Promise<Part[]> {
  const calls = parts.map(({ call }) => call)
  const refusals = await simulateBatch(planning.client, planning.gasWallet, calls)
  const working: Part[] = []
  for (const [index, part] of parts.entries()) {
    const details = refusals[index]
    if (details === null || details === undefined) working.push(part)
    else await postpone(planning, part.candidate, { reason: 'refused', details })
  }
  return working
}

/** Each pays the same share of the batch's fee. */
async function withoutUnworthy(planning: Planning, parts: readonly Part[]): Promise<Part[]> {
  if (parts.length === 0) return []
  const batch = await sizeOf(planning, parts)
  // Then the caller stores why.
  if ('refusal' in batch) return [...parts]
  const shareBase = batch.costBase / BigInt(parts.length)
  const worth: Part[] = []
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
async function sizeOf(
  { client, market, gasWallet }: Planning,
  parts: readonly Part[],
): Promise<{ gas: bigint; costBase: bigint } | { refusal: string }> {
  const calls = parts.map(({ call }) => call)
  const data = batchData(calls, { allowFailure: false })
  const call = { to: client.chain.multicall3, value: 0n, data }
  const estimate = await estimateGas(client, gasWallet, call)
  if ('refusal' in estimate) return estimate
  const gas = withMargin(estimate.gas)
  if (gas > maxGas) return { refusal: `The batch needs ${gas} gas, more than ${maxGas}.` }
  const fees = feesOf(client, market, 'authorized')
  return { gas, costBase: await highestCost(client, { gas, fees, dataBytes: size(data) }) }
}

function candidatesOf(parts: readonly Part[]): Candidate[] {
  return parts.map(({ candidate }) => candidate)
}
