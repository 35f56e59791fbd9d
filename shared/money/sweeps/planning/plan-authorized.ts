import { size } from 'viem'
import type { SweepItem } from '../../../payments/holdings/rules/sweep.ts'
import { authorizationEnd } from '../rules/authorization-end.ts'
import { isLeft, refuse } from '../sending/refuse.ts'
import { simulateBatch } from '../sending/transactions/simulate.ts'
import { authorizedCalls, type BatchCall, batchData } from '../sending/transactions/sweep-call.ts'
import { unusedNonces } from '../sending/unused-nonces.ts'
import type { Candidate } from '../settling/refresh-holdings.ts'
import { gasLimitOf } from './gas-limit-of.ts'
import { feesOf, highestCost } from './gas-prices.ts'
import { mayPay } from './may-pay.ts'
import {
  itemOf,
  type Planning,
  type Prepared,
  postpone,
  postponeAll,
  reasonAgainst,
  spendGas,
} from './planning.ts'

/** Far below every chain's limit of gas and bytes of one transaction. */
export const batchSize = 50

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
  const holdings = candidates.map(({ holding }) => holding)
  if (!validBefore || !(await mayPay(planning.wallet, planning, holdings))) {
    const details = 'no payout wallet is in effect for it, or another one is about to be'
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
    for (const candidate of candidatesOf(worth)) await refuse(planning, candidate, batch.refusal)
    return undefined
  }
  if (!spendGas(planning, batch.costBase)) {
    await postponeAll(planning, candidatesOf(worth), { reason: 'gas_wallet_empty' })
    return undefined
  }
  return {
    kind: 'authorized',
    sender: planning.gasWallet,
    recipient: planning.payout,
    candidates: candidatesOf(worth),
    validBefore,
    gas: batch.gas,
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
    token: tokenAddress ?? '',
    from,
    sweepCount,
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
    if (details) await refuse(planning, part.candidate, details)
    else if (!(await isLeft(planning, part.candidate))) working.push(part)
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
  planning: Planning,
  parts: readonly Part[],
): Promise<{ gas: bigint; costBase: bigint } | { refusal: string }> {
  const { client, market, gasWallet: sender } = planning
  const calls = parts.map(({ call }) => call)
  const data = batchData(calls, { allowFailure: false })
  const call = { to: client.chain.multicall3, value: 0n, data }
  const candidates = candidatesOf(parts)
  const limit = await gasLimitOf(planning, { kind: 'authorized', sender, call, candidates })
  if ('refusal' in limit) return limit
  const { gas } = limit
  const fees = feesOf(client, market, 'authorized')
  return { gas, costBase: await highestCost(client, { gas, fees, dataBytes: size(data) }) }
}

function candidatesOf(parts: readonly Part[]): Candidate[] {
  return parts.map(({ candidate }) => candidate)
}
