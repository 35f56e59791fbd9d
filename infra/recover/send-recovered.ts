import { getAddress, keccak256, type LocalAccount } from 'viem'
import { latestCoin } from '../../shared/chain/balances/latest-coin.ts'
import { type Fees, feesFor } from '../../shared/chain/rules/fee-rule.ts'
import { latestNonce } from '../../shared/chain/sending/account-nonce.ts'
import { agreedReceipt } from '../../shared/chain/sending/agreed-receipt.ts'
import { readGasMarket } from '../../shared/chain/sending/read-gas-market.ts'
import { sendTransaction } from '../../shared/chain/sending/send-transaction.ts'
import { formatBase } from '../../shared/kernel/money.ts'
import { highestCost } from '../../shared/money/sweeps/planning/gas-prices.ts'
import { gasLimit, mostGas, plainTransferGas } from '../../shared/money/sweeps/rules/gas-limit.ts'
import {
  estimateGas,
  isPlainAccount,
} from '../../shared/money/sweeps/sending/transactions/simulate.ts'
import { type Call, transfer } from '../../shared/money/sweeps/sending/transactions/sweep-call.ts'
import type { SweepKind } from '../../shared/payments/holdings/rules/sweep.ts'
import type { FoundMoney } from '../../shared/payments/wallet/search-deposit-addresses.ts'
import { gasIndex } from './recover.ts'
import type { RecoveredChain, SweepDeps } from './recovered-chain.ts'

type Sent = { hash: string } | { reason: string }

/** How long a transaction may take to be mined. */
const patienceMs = 300_000

/** Empties an address of its coin. */
export async function drainCoin(
  deps: SweepDeps,
  { client, to }: RecoveredChain,
  account: LocalAccount,
): Promise<Sent> {
  const market = await readGasMarket(client, { now: deps.now() })
  const fees = feesFor(client.chain.fees, market, { exact: true })
  const coinBase = await latestCoin(client, account.address)
  const leftAfter = async (gas: bigint) =>
    coinBase - (await highestCost(client, { gas, fees, dataBytes: 0 }))
  // With what it really sends: a contract may take little, and refuse the rest.
  const call: Call = { to, value: await leftAfter(plainTransferGas), data: '0x' }
  if (call.value <= 0n) return { reason: 'it is not worth its fee' }
  const isToPlainAccount = await isPlainAccount(client, to)
  const limit = await limitOf(client, account, { kind: 'native', call, isToPlainAccount })
  if ('refusal' in limit) return { reason: limit.refusal }
  const value = await leftAfter(limit.gas)
  if (value <= 0n) return { reason: 'it is not worth its fee' }
  return send(deps, client, { account, call: { ...call, value }, gas: limit.gas, fees })
}

/** The gas limit of a transaction, or why it would fail. */
async function limitOf(
  client: RecoveredChain['client'],
  { address }: LocalAccount,
  { call, ...purpose }: { kind: SweepKind; call: Call; isToPlainAccount?: boolean },
): Promise<{ gas: bigint } | { refusal: string }> {
  const estimate = await estimateGas(client, address, call)
  if ('refusal' in estimate) return estimate
  return gasLimit(estimate, { most: mostGas(client.chain.fees, purpose), ranOutOf: null })
}

/** Sends a token from its address, which gets the coin that it needs for that first. */
export async function sendToken(
  deps: SweepDeps,
  chain: RecoveredChain,
  { index, asset, amountBase }: FoundMoney,
): Promise<Sent> {
  const { client, to } = chain
  const { accounts } = chain
  const account = index === gasIndex ? accounts.gasAccount() : accounts.depositAccount(index)
  const data = transfer(to, amountBase)
  const call: Call = { to: getAddress(asset.tokenAddress ?? ''), value: 0n, data }
  const limit = await limitOf(client, account, { kind: 'token', call })
  if ('refusal' in limit) return { reason: limit.refusal }
  const { gas } = limit
  const fees = feesFor(client.chain.fees, await readGasMarket(client, { now: deps.now() }), {
    exact: false,
  })
  const needBase = await highestCost(client, { gas, fees, dataBytes: (data.length - 2) / 2 })
  const missingBase = needBase - (await latestCoin(client, account.address))
  const problem = missingBase > 0n ? await topUp(deps, chain, { account, missingBase }) : null
  return problem ? { reason: problem } : send(deps, client, { account, call, gas, fees })
}

/** Sends coin from the gas wallet, or else from the richest address. Returns why that is impossible. */
async function topUp(
  deps: SweepDeps,
  { client, accounts, rich }: RecoveredChain,
  { account, missingBase }: { account: LocalAccount; missingBase: bigint },
): Promise<string | null> {
  const call: Call = { to: account.address, value: missingBase, data: '0x' }
  const fees = feesFor(client.chain.fees, await readGasMarket(client, { now: deps.now() }), {
    exact: false,
  })
  const payers = [accounts.gasAccount(), ...rich.map((index) => accounts.depositAccount(index))]
  for (const payer of payers) {
    if (payer.address === account.address) continue
    const limit = await limitOf(client, payer, { kind: 'top-up', call, isToPlainAccount: true })
    if ('refusal' in limit) continue
    const { gas } = limit
    const costBase = missingBase + (await highestCost(client, { gas, fees, dataBytes: 0 }))
    if ((await latestCoin(client, payer.address)) < costBase) continue
    const sent = await send(deps, client, { account: payer, call, gas, fees })
    return 'hash' in sent ? null : sent.reason
  }
  const { symbol, decimals } = client.chain.native
  return `its address needs ${formatBase(missingBase, decimals)} ${symbol} more for the fee, which no address of this mnemonic has`
}

/** Signs, sends, and waits until it is mined. */
async function send(
  { ask, now, pause }: SweepDeps,
  client: RecoveredChain['client'],
  { account, call, gas, fees }: { account: LocalAccount; call: Call; gas: bigint; fees: Fees },
): Promise<Sent> {
  const { chainId } = client.chain
  const nonce = await latestNonce(client, account.address)
  const raw = await account.signTransaction({
    type: 'eip1559',
    chainId,
    nonce,
    gas,
    ...call,
    ...fees,
  })
  const hash = keccak256(raw)
  const { outcome, details } = await ask(client, (limited) => sendTransaction(limited, raw))
  if (outcome !== 'accepted' && outcome !== 'known')
    return { reason: `A node refused it: ${details}` }
  const until = now().getTime() + patienceMs
  for (;;) {
    const receipt = await ask(client, (limited) => agreedReceipt(limited, hash))
    if (receipt) return receipt.isSuccess ? { hash } : { reason: `${hash} was reverted` }
    if (now().getTime() >= until)
      return { reason: `${hash} is not mined yet: run this again later` }
    await pause()
  }
}
