import { getAddress } from 'viem'
import type { WaitingReason } from '../../../payments/holdings/rules/holding.ts'
import { loadHoldings } from '../../../payments/holdings/store/holdings.ts'
import { plainTransferGas } from '../rules/gas-limit.ts'
import { isLeft, refuse } from '../sending/refuse.ts'
import { isPlainAccount } from '../sending/transactions/simulate.ts'
import type { Candidate } from '../settling/refresh-holdings.ts'
import { gasLimitOf, type Transaction } from './gas-limit-of.ts'
import { feesOf, highestCost } from './gas-prices.ts'
import {
  isAuthorizable,
  itemOf,
  type Planning,
  type Prepared,
  postpone,
  reasonAgainst,
} from './planning.ts'

/** A native coin's sweep, or undefined if it waits. */
export async function planNative(
  planning: Planning,
  candidate: Candidate,
): Promise<Prepared | undefined> {
  const { payout } = planning
  const { availableBase } = candidate
  if (await hasTokensToPayFor(planning, candidate)) {
    await postpone(planning, candidate, { reason: 'tokens_first' })
    return undefined
  }
  const leastCost = await costOf(planning, plainTransferGas)
  const against = await reasonToKeep(planning, candidate, leastCost)
  if (against) {
    await postpone(planning, candidate, against)
    return undefined
  }
  const transaction = await transactionOf(planning, candidate, availableBase - leastCost)
  const limit = await gasLimitOf(planning, transaction)
  if ('refusal' in limit) {
    await refuse(planning, candidate, limit.refusal)
    return undefined
  }
  if (await isLeft(planning, candidate)) return undefined
  const { gas } = limit
  const dearer = await reasonToKeep(planning, candidate, await costOf(planning, gas))
  if (dearer) {
    await postpone(planning, candidate, dearer)
    return undefined
  }
  const items = [itemOf(candidate, availableBase)]
  return {
    kind: 'native',
    sender: transaction.sender,
    recipient: payout,
    gas,
    items,
    candidates: [candidate],
    validBefore: null,
  }
}

function costOf({ client, market }: Planning, gas: bigint): Promise<bigint> {
  return highestCost(client, { gas, fees: feesOf(client, market, 'native'), dataBytes: 0 })
}

/** Simulated with the amount that it really sends: a contract may accept a small amount, and refuse the rest. */
async function transactionOf(
  { client, payout }: Planning,
  candidate: Candidate,
  value: bigint,
): Promise<Transaction> {
  const sender = getAddress(candidate.holding.address)
  const isToPlainAccount = await isPlainAccount(client, payout)
  const call = { to: payout, value, data: '0x' } as const
  return { kind: 'native', sender, call, candidates: [candidate], isToPlainAccount }
}

async function reasonToKeep(planning: Planning, candidate: Candidate, costBase: bigint) {
  return costBase >= candidate.availableBase
    ? ({ reason: 'fee_too_high', details: 'fees would take all of it' } as const)
    : reasonAgainst(planning, candidate, costBase)
}

const dayMs = 86_400_000

/** Reasons for which a token's transfer may still come soon. */
const soon: ReadonlySet<string | undefined> = new Set<WaitingReason | undefined>([
  ...([undefined, 'session_open', 'unconfirmed', 'gas_wallet_empty'] as const),
])

/**
 * Whether the address needs its coin to send tokens soon, or is sending them. Anyone can send it a token that is never
 * worth its fee, so the coin waits for a day at most.
 */
async function hasTokensToPayFor(planning: Planning, { holding }: Candidate): Promise<boolean> {
  const { services, mode } = planning
  const { table, now } = services
  const { sessionId, chainId } = holding
  const all = await loadHoldings(table, { mode, sessionId, chainId })
  const isPatient = now().getTime() - (holding.dueSince ?? now()).getTime() < dayMs
  return all.some(
    (other) =>
      other.tokenAddress !== null &&
      !isAuthorizable(planning, other) &&
      (other.sweepId !== null ||
        (isPatient && other.dueSince !== null && soon.has(other.waiting?.reason))),
  )
}
