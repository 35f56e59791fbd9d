import { getAddress } from 'viem'
import { latestCoin } from '../../../chain/balances/latest-coin.ts'
import type { ChainClient } from '../../../chain/open-chain.ts'
import { type Fees, type GasMarket, raised } from '../../../chain/rules/fee-rule.ts'
import { smaller } from '../../../kernel/money.ts'
import { isFromDepositAddress, type Sweep } from '../../../payments/holdings/rules/sweep.ts'
import { amountOf } from '../sending/transactions/sweep-call.ts'
import { feesOf, highestCost } from './gas-prices.ts'

/** The fees that an attempt offers, and the native coin that it sends if its sweep moves the native coin. */
export type Offer = { fees: Fees; leftBase: bigint }

/**
 * The fees of a sweep's next attempt: those of the market, at least an eighth above its last attempt. A deposit address
 * pays them from its own coin, so they may have to be lower. Undefined if it can't pay any, or above the ceiling. Throws
 * `ChainUnavailable`.
 */
export async function affordableFees(
  client: ChainClient,
  sweep: Sweep,
  market: GasMarket,
): Promise<Offer | undefined> {
  const last = sweep.attempts.at(-1)
  const current = feesOf(client, market, sweep.kind)
  const fees = last ? raised(last, current) : current
  // A node may lie about prices, and a chain that has stopped must not be outbid for ever.
  if (fees.maxFeePerGas > sweep.ceilingPerGas) return undefined
  if (!isFromDepositAddress(sweep)) return { fees, leftBase: 0n }
  const coinBase = await latestCoin(client, getAddress(sweep.sender))
  if (sweep.kind === 'native') return nativeOffer(client, sweep, { fees, coinBase })
  const capped = await cappedFees(client, sweep, { fees, coinBase })
  const least = last ? raised(last, last) : { maxFeePerGas: market.baseFee ?? 0n }
  return capped.maxFeePerGas >= least.maxFeePerGas ? { fees: capped, leftBase: 0n } : undefined
}

type Funds = { fees: Fees; coinBase: bigint }

/** Sends the balance that was confirmed when it was planned, minus the fee. */
async function nativeOffer(
  client: ChainClient,
  sweep: Sweep,
  { fees, coinBase }: Funds,
): Promise<Offer | undefined> {
  const costBase = await highestCost(client, { gas: sweep.gas, fees, dataBytes: 0 })
  const leftBase = smaller(coinBase, amountOf(sweep)) - costBase
  return leftBase > 0n ? { fees, leftBase } : undefined
}

/** The bytes of an ERC-20 transfer's data. */
export const transferBytes = 68

/** The given fees, or as much of them as the address's coin covers. */
async function cappedFees(
  client: ChainClient,
  { gas }: Sweep,
  { fees, coinBase }: Funds,
): Promise<Fees> {
  const free = { maxFeePerGas: 0n, maxPriorityFeePerGas: 0n }
  const dataFee = await highestCost(client, { gas, fees: free, dataBytes: transferBytes })
  const price = (coinBase - dataFee) / gas
  return {
    maxFeePerGas: smaller(fees.maxFeePerGas, price),
    maxPriorityFeePerGas: smaller(fees.maxPriorityFeePerGas, price),
  }
}
