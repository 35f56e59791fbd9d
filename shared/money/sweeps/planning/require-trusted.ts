import { readGasMarket } from '../../../chain/sending/read-gas-market.ts'
import type { Sweep } from '../../../payments/holdings/rules/sweep.ts'
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
  const problem =
    'tampered' in found
      ? found.tampered
      : await problemOf(services, chain, { sweep: found.sweep, payout })
  if ('sweep' in found && problem === null) return found.sweep
  throw await refusal(services, chain, { sweep: stored, problem })
}

async function problemOf(
  services: SweepServices,
  chain: SigningChain,
  { sweep, payout }: { sweep: Sweep; payout: PayoutInEffect | undefined },
): Promise<string | null> {
  if (sweep.cancelReason !== null) return null
  if (sweep.kind === 'top-up') return topUpProblem(services, chain, sweep)
  return (await mayPay(chain.wallet, payout, sweep.items)) ? null : tooOld
}

const tooOld = 'has money of a wallet that is older than its payout wallet says'

/** More than any transfer of a token takes. */
const transferGas = 2_000_000n
/** Coin for a transfer at a high price of gas: the price may have fallen since it was planned. */
const ordinaryBase = 200_000n * 300n * 10n ** 9n

/** Coin that is sent ahead stays ours, at an address of our own, and is no more than its transfer may need. */
async function topUpProblem(
  { now }: Pick<SweepServices, 'now'>,
  { client, wallet }: SigningChain,
  sweep: Sweep,
): Promise<string | null> {
  const [item] = sweep.items
  if (!item) return null
  const { address } = await (await wallet()).depositAccount(item)
  if (address !== sweep.recipient) return 'sends coin to an address that is not ours'
  const market = await readGasMarket(client, { now: now() })
  const fees = feesOf(client, market, 'token')
  const cost = { gas: transferGas, fees, dataBytes: transferBytes }
  const highest = await highestCost(client, cost)
  const isTooMuch = amountOf(sweep) > (highest > ordinaryBase ? highest : ordinaryBase)
  return isTooMuch ? 'sends more coin than any transfer needs' : null
}

type Refused = { sweep: Sweep; problem: string | null }

async function refusal(
  services: SweepServices,
  { mode, client }: SigningChain,
  { sweep, problem }: Refused,
): Promise<PayoutWalletTampered> {
  const of = { mode, chainId: client.chain.chainId }
  const { id } = sweep
  const message = `Sweep ${id} is not signed: it ${problem}. Somebody else wrote it. To end it: sweeps abandon ${id}.`
  if (sweep.problem !== message) services.alert({ ...of, message })
  await noteProblem(services, sweep, message)
  return new PayoutWalletTampered(`is not what sweep ${id} goes by: it ${problem}`, of)
}
