import { planBatch } from './plan-batch.ts'
import { itemOf, type Planning, type Prepared } from './planning.ts'
import type { Candidate } from './refresh-holdings.ts'
import type { SweepItem } from './rules/sweep.ts'
import { simulateBatch } from './transactions/simulate.ts'
import { authorizedCalls, type BatchCall, batchData } from './transactions/sweep-call.ts'
import { unusedNonces } from './unused-nonces.ts'

const validMs = 86_400_000

type Part = { candidate: Candidate; item: SweepItem; call: BatchCall }

/** One batch of signed transfers of a token (EIP-3009). Undefined if nothing is left of it. */
export async function planAuthorized(
  planning: Planning,
  candidates: readonly Candidate[],
): Promise<Prepared | undefined> {
  const { client, gasWallet, services } = planning
  const validBefore = new Date(services.now().getTime() + validMs)
  const callsOf = (parts: readonly Part[]) => parts.map(({ call }) => call)
  return planBatch(planning, await signedParts(planning, candidates, validBefore), {
    ...{ kind: 'authorized', validBefore },
    refusals: (parts) => simulateBatch(client, gasWallet, callsOf(parts)),
    strictCall: (parts) => ({
      ...{ to: client.chain.multicall3, value: 0n },
      data: batchData(callsOf(parts), { allowFailure: false }),
    }),
  })
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
