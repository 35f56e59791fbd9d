import { getAddress } from 'viem'
import { latestCoin } from '../../../chain/balances/latest-coin.ts'
import type { ChainClient } from '../../../chain/open-chain.ts'
import { type Fees, type GasMarket, raised } from '../../../chain/rules/fee-rule.ts'
import { commit, type Decision } from '../../../kernel/operation/commit.ts'
import { isFromDepositAddress, type Sweep } from '../../../payments/holdings/rules/sweep.ts'
import { loadSweep, sweepReplacement } from '../../../payments/holdings/store/sweeps.ts'
import { feesOf, highestCost } from '../planning/gas-prices.ts'
import { plainTransferGas } from '../rules/gas-limit.ts'
import { itemRelease } from '../settling/settle-item.ts'
import { nextNonce, nonceReturned } from '../store/senders.ts'
import type { SweepServices } from '../sweep-services.ts'
import { estimateGas } from './transactions/simulate.ts'
import type { Call } from './transactions/sweep-call.ts'

/**
 * Ends a sweep of which nothing was signed: its nonce is given back, and its holdings are free. False if its sender has
 * taken a later nonce, which a gap would hold up for ever, or if another run was first.
 */
export function dropPlan({ table, now }: SweepServices, sweep: Sweep): Promise<boolean> {
  const { mode, chainId, id, nonce } = sweep
  const sender = { mode, chainId, address: sweep.sender }
  const decide = async (): Promise<Decision<boolean>> => {
    const [current, next] = await Promise.all([
      loadSweep(table, mode, id),
      nextNonce(table, sender),
    ])
    if (current?.version !== sweep.version || next !== nonce + 1) return { result: false }
    const releases = sweep.items.map((item) => itemRelease({ table, now }, sweep, item))
    const dropped: Sweep = { ...sweep, status: 'canceled', finalAt: now() }
    const ended = { ...dropped, version: sweep.version + 1 }
    return {
      result: true,
      writes: [
        sweepReplacement(ended, sweep.version),
        nonceReturned(sender, nonce),
        ...(await Promise.all(releases)).flat(),
      ],
    }
  }
  return commit(table, decide)
}

/** How many times the price of its plan an operator's cancellation may offer: the market may have left it behind. */
const ceiling = 10n

/**
 * A transaction that uses up a sweep's nonce without moving anything: its sender sends itself nothing, at fees that
 * replace its last attempt. Undefined if the sender can't pay it, or if it costs more than an operator's cap. Throws
 * `ChainUnavailable`.
 */
export async function cancellation(
  client: ChainClient,
  sweep: Sweep,
  market: GasMarket,
): Promise<{ call: Call; gas: bigint; fees: Fees } | undefined> {
  const sender = getAddress(sweep.sender)
  const call = { to: sender, value: 0n, data: '0x' } as const
  const estimate = await estimateGas(client, sender, call)
  if ('refusal' in estimate) return undefined
  const { dataFee } = client.chain.fees
  const gas = dataFee === 'in-gas' ? estimate.higher : plainTransferGas
  const current = feesOf(client, market, 'token')
  const last = sweep.attempts.at(-1)
  const fees = last ? raised(last, current) : current
  if (fees.maxFeePerGas > sweep.ceilingPerGas * ceiling) return undefined
  const costBase = await highestCost(client, { gas, fees, dataBytes: 0 })
  if (sweep.capBase !== null && costBase > sweep.capBase) return undefined
  const isPaid = !isFromDepositAddress(sweep) || costBase <= (await latestCoin(client, sender))
  return isPaid ? { call, gas, fees } : undefined
}
