import type { SignedAuthorization } from 'viem'
import { getAddress } from 'viem'
import { ChainUnavailable } from '../chain/chain-unavailable.ts'
import { latestNonce } from '../chain/sending/account-nonce.ts'
import { dataOf, delegateOf, delegation } from './delegate/delegated-call.ts'
import { simulateDelegated } from './delegate/simulate-delegated.ts'
import { delegationTo } from './delegate/sweep-delegate.ts'
import { codeAt } from './delegate/usable-delegate.ts'
import { kindsUnderWay } from './kinds-under-way.ts'
import { planBatch } from './plan-batch.ts'
import { itemOf, type Planning, type Prepared } from './planning.ts'
import type { Candidate } from './refresh-holdings.ts'
import type { SweepItem } from './rules/sweep.ts'

type Part = { candidate: Candidate; item: SweepItem; authorization: SignedAuthorization | null }

/** How many addresses are asked for at a time. */
const atATime = 10

/**
 * One batch of a token from addresses that delegate to the contract, or sign that they do (EIP-7702). Undefined if nothing
 * is left of it.
 */
export async function planDelegated(
  planning: Planning,
  candidates: readonly Candidate[],
): Promise<Prepared | undefined> {
  const { client, gasWallet } = planning
  const callOf = (parts: readonly Part[], options: { mayFail: boolean }) => ({
    ...{ to: delegateOf(partiesOf(planning)), value: 0n },
    data: dataOf(batchOf(parts), options),
    authorizationList: parts.flatMap(({ authorization }) => authorization ?? []),
  })
  return planBatch(planning, await signedParts(planning, candidates), {
    ...{ kind: 'delegated', validBefore: null },
    refusals: (parts) => simulateDelegated(client, gasWallet, callOf(parts, { mayFail: true })),
    strictCall: (parts) => callOf(parts, { mayFail: false }),
  })
}

function partiesOf({ gasWallet: sender, payout: recipient }: Planning) {
  return { sender, recipient }
}

function batchOf(parts: readonly Part[]) {
  const tokenAddress = parts[0]?.candidate.holding.tokenAddress ?? null
  return { tokenAddress, items: parts.map(({ item }) => item) }
}

async function signedParts(planning: Planning, candidates: readonly Candidate[]): Promise<Part[]> {
  const parts: Part[] = []
  for (let at = 0; at < candidates.length; at += atATime) {
    const some = candidates.slice(at, at + atATime)
    parts.push(...(await Promise.all(some.map((one) => signedPart(planning, one)))).flat())
  }
  return parts
}

/** None while another sweep uses the address's nonce: a delegation that is signed for the same one would be void. */
async function signedPart(planning: Planning, candidate: Candidate): Promise<Part[]> {
  const kinds = await kindsUnderWay(planning, candidate.holding)
  if (kinds.some((kind) => kind !== 'authorized')) return []
  const { client, wallet } = planning
  const to = delegateOf(partiesOf(planning))
  const nonce = await nonceToSign(planning, candidate).catch(unlessUnavailable)
  // It stays due: the next run asks again, and the others need not wait for that.
  if (nonce === undefined) return []
  const item = itemOf(candidate, candidate.availableBase, nonce)
  const authorization = await delegation(await wallet(), item, { to, chain: client.chain })
  return [{ candidate, item, authorization }]
}

function unlessUnavailable(error: unknown): undefined {
  if (!(error instanceof ChainUnavailable)) throw error
}

/** The nonce of the address's account, or null if it delegates to the contract already. */
async function nonceToSign(planning: Planning, { holding }: Candidate): Promise<string | null> {
  const address = getAddress(holding.address)
  const delegated = delegationTo(delegateOf(partiesOf(planning))).toLowerCase()
  const [code, nonce] = await Promise.all([
    codeAt(planning.client, address),
    latestNonce(planning.client, address),
  ])
  return code?.toLowerCase() === delegated ? null : String(nonce)
}
