import { readGasMarket } from '../../../chain/sending/read-gas-market.ts'
import type { SigningChain, SweepServices } from '../sweep-services.ts'
import { gasLeft } from '../watching/gas-left.ts'
import type { Planning } from './planning.ts'

/** Undefined if there is no payout wallet. Throws `ChainUnavailable`. */
export async function startPlanning(
  services: SweepServices,
  chain: SigningChain,
): Promise<Planning | undefined> {
  const { mode, client } = chain
  const payout = await services.payoutWallet(mode, client.chain.chainId)
  if (!payout) return undefined
  const [market, gasWallet, ruleOf] = await Promise.all([
    readGasMarket(client, { now: services.now() }),
    services.gasWallet(mode),
    services.rulesOf(client.chain),
  ])
  const leftBase = await gasLeft(services, chain, gasWallet)
  const gasBudget = { leftBase, unpaidBase: 0n }
  const { address, changesAt, wordsSince } = payout
  const shared = { services, market, ruleOf, gasWallet, gasBudget }
  const payouts = { payout: address, payoutChangesAt: changesAt, wordsSince }
  return { ...chain, ...shared, ...payouts, isOrdered: false }
}
