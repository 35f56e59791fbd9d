import { keccak256 } from 'viem'
import type { Fees } from '../chain/rules/fee-rule.ts'
import { readGasMarket } from '../chain/sending/read-gas-market.ts'
import { affordableFees } from './affordable-fees.ts'
import { type Attempt, isFromDepositAddress, type Sweep } from './rules/sweep.ts'
import { saveSweep } from './save-sweep.ts'
import { transactionWrite } from './store/sweeps.ts'
import type { SigningChain, SweepServices, SweepWallet } from './sweep-services.ts'
import { type Call, sweepCall } from './transactions/sweep-call.ts'

/**
 * Signs a sweep's transaction with fees as they are now, at least an eighth above its last attempt, and stores it.
 * Nothing is sent before that. Returns undefined if its address can't pay such fees, or if another run was first.
 * Throws `ChainUnavailable`.
 */
export async function signSweep(
  services: SweepServices,
  { client, wallet }: SigningChain,
  sweep: Sweep,
): Promise<Sweep | undefined> {
  const offer = await affordableFees(client, sweep, await readGasMarket(client))
  if (!offer) {
    await noteUnaffordable(services, sweep)
    return undefined
  }
  const { fees, leftBase } = offer
  const call = await sweepCall(client.chain, sweep, wallet)
  const value = sweep.kind === 'native' ? leftBase : call.value
  const raw = await signed(sweep, { ...call, value }, { fees, wallet: await wallet() })
  const attempt: Attempt = {
    ...{ hash: keccak256(raw), valueBase: value, signedAt: services.now() },
    ...fees,
  }
  const attempts = [...sweep.attempts, attempt]
  const next: Sweep = { ...sweep, status: 'signed', attempts, problem: null }
  return saveSweep(services.table, next, [transactionWrite(next, raw)])
}

/** It waits for lower fees. Written once, not in every run. */
async function noteUnaffordable({ table }: SweepServices, sweep: Sweep): Promise<void> {
  const problem = `The fees of now are above what was planned, or above the coin of ${sweep.sender}.`
  if (sweep.problem !== problem) await saveSweep(table, { ...sweep, problem })
}

type Signing = { fees: Fees; wallet: SweepWallet }

async function signed(
  sweep: Sweep,
  { to, value, data }: Call,
  { fees, wallet }: Signing,
): Promise<`0x${string}`> {
  const [item] = sweep.items
  const account =
    isFromDepositAddress(sweep) && item ? await wallet.depositAccount(item) : wallet.gasAccount()
  const { chainId, nonce, gas } = sweep
  return account.signTransaction({
    ...{ type: 'eip1559', chainId, nonce, gas, to, value, data },
    maxFeePerGas: fees.maxFeePerGas,
    maxPriorityFeePerGas: fees.maxPriorityFeePerGas,
  })
}
