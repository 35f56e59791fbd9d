import { latestCoin } from '../../../chain/balances/latest-coin.ts'
import type { HexAddress } from '../../../chain/chain.ts'
import { ceilingFactor, type Sweep } from '../../../payments/holdings/rules/sweep.ts'
import { activeSweeps } from '../../../payments/holdings/store/sweeps.ts'
import { noteUnreadSweep } from '../planning/unread-rows.ts'
import type { SweepingChain, SweepServices } from '../sweep-services.ts'

/**
 * The gas wallet's coin beyond the maximum cost of its transactions under way, except those that can't be read: nothing
 * new is sent for these. Throws `ChainUnavailable`.
 */
export async function gasLeft(
  { table }: Pick<SweepServices, 'table'>,
  { mode, client, unread }: SweepingChain,
  gasWallet: HexAddress,
): Promise<bigint> {
  const { chainId } = client.chain
  const onUnreadable = noteUnreadSweep(unread, { isUnderWay: true })
  const active = await activeSweeps(table, { mode, chainId, onUnreadable })
  const own = active.filter(({ sender }) => sender.toLowerCase() === gasWallet.toLowerCase())
  const balance = await latestCoin(client, gasWallet)
  return own.reduce((left, sweep) => left - reservedBy(sweep), balance)
}

function reservedBy({ mined, attempts, gas, kind, items, ceilingPerGas }: Sweep): bigint {
  if (mined) return 0n
  const fee = gas * (attempts.at(-1)?.maxFeePerGas ?? ceilingPerGas / ceilingFactor)
  const value = kind === 'top-up' ? (items[0]?.amountBase ?? 0n) : 0n
  return fee + value
}
