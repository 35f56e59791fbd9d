import { getAddress } from 'viem'
import { latestCoin } from '../../../chain/balances/latest-coin.ts'
import { loadHolding } from '../../../payments/holdings/store/holdings.ts'
import { plainTransferGas } from '../rules/gas-limit.ts'
import { isLeft, refuse } from '../sending/refuse.ts'
import { returnsFalse } from '../sending/transactions/simulate.ts'
import { transfer } from '../sending/transactions/sweep-call.ts'
import type { Candidate } from '../settling/refresh-holdings.ts'
import { transferBytes } from './affordable-fees.ts'
import { gasLimitOf } from './gas-limit-of.ts'
import { feesOf, highestCost } from './gas-prices.ts'
import {
  itemOf,
  type Planning,
  type Prepared,
  postpone,
  reasonAgainst,
  spendGas,
} from './planning.ts'

/**
 * The transfer of a token that can't be moved by signature: by its address if that has the coin for it, otherwise the
 * coin first. Undefined if it waits.
 */
export async function planToken(
  planning: Planning,
  candidate: Candidate,
): Promise<Prepared | undefined> {
  const { client, payout, market } = planning
  const { holding, availableBase } = candidate
  if (await isSendingCoin(planning, candidate)) return undefined
  const sender = getAddress(holding.address)
  const token = getAddress(holding.tokenAddress ?? '')
  const call = { to: token, value: 0n, data: transfer(payout, availableBase) }
  const limit = await gasLimitOf(planning, { kind: 'token', sender, call, candidates: [candidate] })
  if ('refusal' in limit) {
    await refuse(planning, candidate, limit.refusal)
    return undefined
  }
  if (await returnsFalse(client, sender, call)) {
    await refuse(planning, candidate, 'Its transfer returns false.')
    return undefined
  }
  if (await isLeft(planning, candidate)) return undefined
  const { gas } = limit
  const fees = feesOf(client, market, 'token')
  const needBase = await highestCost(client, { gas, fees, dataBytes: transferBytes })
  const ownBase = await latestCoin(client, sender)
  if (ownBase < needBase) return planTopUp(planning, candidate, { needBase, ownBase })
  const against = await reasonAgainst(planning, candidate, needBase)
  if (against) {
    await postpone(planning, candidate, against)
    return undefined
  }
  const items = [itemOf(candidate, availableBase)]
  return {
    kind: 'token',
    sender,
    recipient: payout,
    gas,
    items,
    candidates: [candidate],
    validBefore: null,
  }
}

type Need = { needBase: bigint; ownBase: bigint }

async function planTopUp(
  planning: Planning,
  candidate: Candidate,
  { needBase, ownBase }: Need,
): Promise<Prepared | undefined> {
  const { client, market, gasWallet } = planning
  const recipient = getAddress(candidate.holding.address)
  // More, since fees change until it has arrived, and may have to be raised then. The rest is swept as coin.
  const amountBase = (needBase * 3n) / 2n - ownBase
  const call = { to: recipient, value: amountBase, data: '0x' } as const
  const limit = await gasLimitOf(planning, {
    kind: 'top-up',
    sender: gasWallet,
    call,
    candidates: [candidate],
    isToPlainAccount: true,
  })
  const gas = 'gas' in limit ? limit.gas : undefined
  const fees = feesOf(client, market, 'top-up')
  const assumed = gas ?? plainTransferGas
  const costBase = await highestCost(client, { gas: assumed, fees, dataBytes: 0 })
  const against = await reasonAgainst(planning, candidate, needBase + costBase)
  if (against) {
    await postpone(planning, candidate, against)
    return undefined
  }
  // Nodes don't estimate what can't be paid.
  if (!spendGas(planning, amountBase + costBase) || gas === undefined) {
    await postpone(planning, candidate, { reason: 'gas_wallet_empty' })
    return undefined
  }
  const items = [itemOf(candidate, amountBase)]
  return {
    kind: 'top-up',
    sender: gasWallet,
    recipient,
    gas,
    items,
    candidates: [candidate],
    validBefore: null,
  }
}

/** Whether its address is just sending the coin that it would need. */
async function isSendingCoin(
  { services: { table }, mode }: Planning,
  { holding: { sessionId, chainId } }: Candidate,
): Promise<boolean> {
  const coin = await loadHolding(table, { mode, sessionId, chainId, tokenAddress: null })
  return coin !== undefined && coin.sweepId !== null
}
