import { keccak256 } from 'viem'
import type { Fees, GasMarket } from '../../../chain/rules/fee-rule.ts'
import { readGasMarket } from '../../../chain/sending/read-gas-market.ts'
import { invariant } from '../../../kernel/invariant.ts'
import {
  type Attempt,
  isFromDepositAddress,
  type Sweep,
} from '../../../payments/holdings/rules/sweep.ts'
import { sweepProblem } from '../../../payments/holdings/rules/sweep-problems.ts'
import { transactionWrite } from '../../../payments/holdings/store/sweeps.ts'
import { affordableFees } from '../planning/affordable-fees.ts'
import { feesOf } from '../planning/gas-prices.ts'
import { requireTrusted } from '../planning/require-trusted.ts'
import type { SigningChain, SweepServices, SweepWallet } from '../sweep-services.ts'
import { cancellation } from './cancel-sweep.ts'
import { noteProblem } from './note-problem.ts'
import { saveSweep } from './save-sweep.ts'
import { type Call, sweepCall } from './transactions/sweep-call.ts'

/**
 * Signs a sweep's transaction, or the one that cancels it, with fees as they are now, at least an eighth above its last
 * attempt, and stores it. Nothing is sent before that. Its money goes to the payout wallet in effect, which is opened
 * from its seal for every signature. Returns undefined if its address can't pay such fees, if it has to wait, or if
 * another run was first. Throws `ChainUnavailable`, and `PayoutWalletTampered` for a row that the sweep didn't write.
 */
export async function signSweep(
  services: SweepServices,
  chain: SigningChain,
  stored: Sweep,
): Promise<Sweep | undefined> {
  const sweep = await requireTrusted(services, chain, stored)
  const draft = sweep && (await draftOf(services, chain, sweep))
  if (!draft) return undefined
  const { fees, call } = draft
  const raw = await signed(sweep, draft, await chain.wallet())
  const isCancellation = sweep.cancelReason !== null
  const recipient = isCancellation ? sweep.sender : sweep.recipient
  const attempt: Attempt = {
    hash: keccak256(raw),
    valueBase: call.value,
    signedAt: services.now(),
    ...fees,
    isCancellation,
    recipient,
  }
  const attempts = [...sweep.attempts, attempt]
  const next: Sweep = { ...sweep, status: 'signed', attempts, problem: null }
  return saveSweep(services.table, next, [transactionWrite(next, raw)])
}

type Draft = { call: Call; gas: bigint; fees: Fees }

/** Undefined if such fees can't be paid. Stored earlier fees must not make it pay any. */
async function draftOf(
  services: SweepServices,
  chain: SigningChain,
  sweep: Sweep,
): Promise<Draft | undefined> {
  const market = await readGasMarket(chain.client, { now: services.now() })
  const draft = await offered(chain, sweep, market)
  const most = feesOf(chain.client, market, 'token').maxFeePerGas * mostOfMarket
  if (draft && draft.fees.maxFeePerGas <= most) return draft
  // It waits for lower fees.
  await noteProblem(services, sweep, sweepProblem('fees_above_plan', { sender: sweep.sender }))
  return undefined
}

/** Three times the price of its plan are offered at most: by then, the market may be a third of it. */
const mostOfMarket = 10n

async function offered(
  { client, wallet }: SigningChain,
  sweep: Sweep,
  market: GasMarket,
): Promise<Draft | undefined> {
  if (sweep.cancelReason !== null) return cancellation(client, sweep, market)
  const offer = await affordableFees(client, sweep, market)
  if (!offer) return undefined
  const call = await sweepCall(client.chain, sweep, wallet)
  const value = sweep.kind === 'native' ? offer.leftBase : call.value
  return { call: { ...call, value }, gas: sweep.gas, fees: offer.fees }
}

async function signed(
  sweep: Sweep,
  { call, gas, fees }: Draft,
  wallet: SweepWallet,
): Promise<`0x${string}`> {
  const [item] = sweep.items
  const account =
    isFromDepositAddress(sweep) && item
      ? await wallet.depositAccount(item)
      : await wallet.gasAccount(sweep.sender)
  const isSender = account.address.toLowerCase() === sweep.sender.toLowerCase()
  invariant(isSender, `${sweep.sender} signs for itself alone`)
  const { chainId, nonce } = sweep
  const { maxFeePerGas, maxPriorityFeePerGas } = fees
  const transaction = { chainId, nonce, gas, ...call, maxFeePerGas, maxPriorityFeePerGas }
  return account.signTransaction({ ...transaction, type: 'eip1559' })
}
