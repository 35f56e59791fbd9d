import { getAddress, keccak256 } from 'viem'
import { coinBalance } from '../chain/balance-at.ts'
import { readBlock } from '../chain/read-block.ts'
import { readChain } from '../chain/read-chain.ts'
import { type Fees, raised } from '../chain/rules/fee-rule.ts'
import { readGasMarket } from '../chain/sending/read-gas-market.ts'
import { smaller } from '../kernel/money.ts'
import { feesOf, highestCost } from './gas-prices.ts'
import { type Attempt, isFromDepositAddress, type Sweep } from './rules/sweep.ts'
import { saveSweep } from './save-sweep.ts'
import { transactionWrite } from './store/sweeps.ts'
import type { SigningChain, SweepServices, SweepWallet, SweptChain } from './sweep-services.ts'
import { amountOf, type Call, sweepCall } from './transactions/sweep-call.ts'

/**
 * Signs a sweep's transaction with fees as they are now, at least an eighth above its last attempt, and stores it.
 * Nothing is sent before that. Returns undefined if another run was first. Throws `ChainUnavailable`.
 */
export async function signSweep(
  services: SweepServices,
  { client, wallet }: SigningChain,
  sweep: Sweep,
): Promise<Sweep | undefined> {
  const { chain } = client
  const market = await readGasMarket(client)
  const last = sweep.attempts.at(-1)
  const current = feesOf(client, market, sweep.kind)
  const fees = last ? raised(last, current) : current
  const call = await sweepCall(chain, sweep, wallet)
  const value = sweep.kind === 'native' ? await coinLeft(client, sweep, fees) : call.value
  if (value <= 0n && sweep.kind === 'native') {
    return saveSweep(services.table, { ...sweep, problem: 'Its coin does not cover the fee now.' })
  }
  const raw = await signed(sweep, { ...call, value }, { fees, wallet: await wallet() })
  const attempt: Attempt = {
    ...{ hash: keccak256(raw), valueBase: value, signedAt: services.now() },
    ...fees,
  }
  const attempts = [...sweep.attempts, attempt]
  const next: Sweep = { ...sweep, status: 'signed', attempts, problem: null }
  return saveSweep(services.table, next, [transactionWrite(next, raw)])
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

/** What a native sweep can send: what was confirmed when it was planned, minus the fee. */
async function coinLeft(client: SweptChain['client'], sweep: Sweep, fees: Fees): Promise<bigint> {
  const costBase = await highestCost(client, { gas: sweep.gas, fees, dataBytes: 0 })
  const balance = await readChain(client, async () => {
    const { hash } = await readBlock(client.node)
    return coinBalance(client.node, getAddress(sweep.sender), { blockHash: hash })
  })
  return smaller(balance, amountOf(sweep)) - costBase
}
