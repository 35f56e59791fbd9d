import { getAddress, size } from 'viem'
import { feesOf, highestCost } from './gas-prices.ts'
import {
  isAuthorizable,
  itemOf,
  type Planning,
  type Prepared,
  postpone,
  reasonAgainst,
} from './planning.ts'
import type { Candidate } from './refresh-holdings.ts'
import type { WaitingReason } from './rules/holding.ts'
import { loadHoldings } from './store/holdings.ts'
import { estimateGas } from './transactions/simulate.ts'

/** A transfer between accounts without code needs exactly this much, and so can empty the address. */
export const plainTransferGas = 21_000n

/** A native coin's sweep, or undefined if it waits. */
export async function planNative(
  planning: Planning,
  candidate: Candidate,
): Promise<Prepared | undefined> {
  const { client, payout, market } = planning
  const { holding, availableBase } = candidate
  if (await hasTokensToPayFor(planning, candidate)) {
    await postpone(planning, candidate, { reason: 'tokens_first' })
    return undefined
  }
  const sender = getAddress(holding.address)
  const call = { to: payout, value: 1n, data: '0x' } as const
  const estimate = await estimateGas(client, sender, call)
  if ('refusal' in estimate) {
    await postpone(planning, candidate, { reason: 'refused', details: estimate.refusal })
    return undefined
  }
  const gas = estimate.gas === plainTransferGas ? estimate.gas : withMargin(estimate.gas)
  const fees = feesOf(client, market, 'native')
  const costBase = await highestCost(client, { gas, fees, dataBytes: size('0x') })
  const against =
    costBase >= availableBase
      ? ({ reason: 'fee_too_high', details: 'fees would take all of it' } as const)
      : await reasonAgainst(planning, candidate, costBase)
  if (against) {
    await postpone(planning, candidate, against)
    return undefined
  }
  const items = [itemOf(candidate, availableBase)]
  return {
    ...{ kind: 'native', sender, recipient: payout, gas, items },
    ...{ candidates: [candidate], validBefore: null },
  }
}

/** A fifth more than estimated: the state may change until it is mined. */
export function withMargin(gas: bigint): bigint {
  return (gas * 6n) / 5n
}

const dayMs = 86_400_000

/** Reasons for which a token's transfer may still come soon. */
const soon: ReadonlySet<WaitingReason | undefined> = new Set([
  ...[undefined, 'session_open', 'unconfirmed', 'gas_wallet_empty'],
] as const)

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
