import { keccak256 } from 'viem'
import type { Fees } from '../chain/rules/fee-rule.ts'
import { readGasMarket } from '../chain/sending/read-gas-market.ts'
import { affordableFees } from './affordable-fees.ts'
import { cancellation } from './cancel-sweep.ts'
import { type Attempt, isFromDepositAddress, type Sweep } from './rules/sweep.ts'
import { saveSweep } from './save-sweep.ts'
import { transactionWrite } from './store/sweeps.ts'
import type { SigningChain, SweepServices, SweepWallet } from './sweep-services.ts'
import { type Call, sweepCall } from './transactions/sweep-call.ts'

/**
 * Signs a sweep's transaction, or the one that cancels it, with fees as they are now, at least an eighth above its last
 * attempt, and stores it. Nothing is sent before that. Returns undefined if its address can't pay such fees, or if
 * another run was first. Throws `ChainUnavailable`.
 */
export async function signSweep(
  services: SweepServices,
  chain: SigningChain,
  sweep: Sweep,
): Promise<Sweep | undefined> {
  const draft = await draftOf(chain, sweep)
  if (!draft) {
    await noteUnaffordable(services, sweep)
    return undefined
  }
  const { fees, call } = draft
  const raw = await signed(sweep, draft, await chain.wallet())
  const attempt: Attempt = {
    ...{ hash: keccak256(raw), valueBase: call.value, signedAt: services.now() },
    ...{ ...fees, isCancellation: sweep.cancelReason !== null },
  }
  const attempts = [...sweep.attempts, attempt]
  const next: Sweep = { ...sweep, status: 'signed', attempts, problem: null }
  return saveSweep(services.table, next, [transactionWrite(next, raw)])
}

type Draft = { call: Call; gas: bigint; fees: Fees }

async function draftOf({ client, wallet }: SigningChain, sweep: Sweep): Promise<Draft | undefined> {
  const market = await readGasMarket(client)
  if (sweep.cancelReason !== null) return cancellation(client, sweep, market)
  const offer = await affordableFees(client, sweep, market)
  if (!offer) return undefined
  const call = await sweepCall(client.chain, sweep, wallet)
  const value = sweep.kind === 'native' ? offer.leftBase : call.value
  return { call: { ...call, value }, gas: sweep.gas, fees: offer.fees }
}

/** It waits for lower fees. Written once, not in every run. */
async function noteUnaffordable({ table }: SweepServices, sweep: Sweep): Promise<void> {
  const problem = `The fees of now are above what was planned, or above the coin of ${sweep.sender}.`
  if (sweep.problem !== problem) await saveSweep(table, { ...sweep, problem })
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
  const { chainId, nonce } = sweep
  const { maxFeePerGas, maxPriorityFeePerGas } = fees
  const transaction = { chainId, nonce, gas, ...call, maxFeePerGas, maxPriorityFeePerGas }
  return account.signTransaction({ ...transaction, type: 'eip1559' })
}
