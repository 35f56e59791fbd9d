import { readGasMarket } from '../../../chain/sending/read-gas-market.ts'
import type { Sweep } from '../../../payments/holdings/rules/sweep.ts'
import { type SweepProblem, sweepProblem } from '../../../payments/holdings/rules/sweep-problems.ts'
import { PayoutWalletTampered } from '../../payout-wallets/load-payout-wallet.ts'
import type { PayoutInEffect } from '../../payout-wallets/rules/payout-wallet.ts'
import { trustedSweep } from '../rules/trusted-sweep.ts'
import { noteProblem } from '../sending/note-problem.ts'
import { amountOf } from '../sending/transactions/sweep-call.ts'
import type { SigningChain, SweepServices } from '../sweep-services.ts'
import { transferBytes } from './affordable-fees.ts'
import { feesOf, highestCost } from './gas-prices.ts'
import { mayPay } from './may-pay.ts'

/**
 * A stored sweep as it may be signed, with the payout wallet as it is sealed now. Undefined if it has to wait. Alerts the
 * owner and throws `PayoutWalletTampered` if the sweep that may sign didn't write it. Throws `ChainUnavailable`.
 */
export async function requireTrusted(
  services: SweepServices,
  chain: SigningChain,
  stored: Sweep,
): Promise<Sweep | undefined> {
  const { mode, client } = chain
  const { chainId } = client.chain
  const payout = await services.payoutWallet(mode, chainId)
  const found = trustedSweep(stored, { mode, chainId, payout, now: services.now() })
  if ('waits' in found) {
    await noteProblem(services, stored, found.waits)
    return undefined
  }
  if ('tampered' in found) throw await refusal(services, chain, stored, found.tampered)
  const problem = await problemOf(services, chain, { sweep: found.sweep, payout })
  if (problem) throw await refusal(services, chain, stored, problem)
  return found.sweep
}

async function problemOf(
  services: SweepServices,
  chain: SigningChain,
  { sweep, payout }: { sweep: Sweep; payout: PayoutInEffect | undefined },
): Promise<SweepProblem | null> {
  if (sweep.cancelReason !== null) return null
  if (sweep.kind === 'top-up') return topUpProblem(services, chain, sweep)
  return (await mayPay(chain.wallet, payout, sweep.items)) ? null : sweepProblem('forged_age')
}

/** More than any transfer of a token takes. */
const transferGas = 2_000_000n
/** Coin for a transfer at a high price of gas: the price may have fallen since it was planned. */
const ordinaryBase = 200_000n * 300n * 10n ** 9n

/** Coin that is sent ahead stays ours, at an address of our own, and is no more than its transfer may need. */
async function topUpProblem(
  { now }: Pick<SweepServices, 'now'>,
  { client, wallet }: SigningChain,
  sweep: Sweep,
): Promise<SweepProblem | null> {
  const [item] = sweep.items
  if (!item) return null
  const { address } = await (await wallet()).depositAccount(item)
  if (address !== sweep.recipient) return sweepProblem('forged_address')
  const market = await readGasMarket(client, { now: now() })
  const fees = feesOf(client, market, 'token')
  const cost = { gas: transferGas, fees, dataBytes: transferBytes }
  const highest = await highestCost(client, cost)
  const isTooMuch = amountOf(sweep) > (highest > ordinaryBase ? highest : ordinaryBase)
  return isTooMuch ? sweepProblem('forged_amount') : null
}

async function refusal(
  services: SweepServices,
  { mode, client }: SigningChain,
  sweep: Sweep,
  problem: SweepProblem,
): Promise<PayoutWalletTampered> {
  const of = { mode, chainId: client.chain.chainId }
  const { id } = sweep
  if (sweep.problem !== problem.text) {
    const message = `Sweep ${id} is not signed. ${problem.text} To end it: sweeps abandon ${id}.`
    services.alert({ ...of, message })
  }
  await noteProblem(services, sweep, problem)
  return new PayoutWalletTampered(`is not what sweep ${id} goes by. ${problem.text}`, of)
}
