import {
  createClient,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  http,
  keccak256,
  parseAbi,
  toHex,
} from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { sendTransaction, waitForTransactionReceipt } from 'viem/actions'
import * as z from 'zod'
import { callNode, ignored, toQuantity } from '../infra/local/chains/call-node.ts'
import { chainById } from '../shared/chain/chains.ts'
import { localAddresses } from '../shared/chain/local-addresses.ts'
import { invariant } from '../shared/kernel/invariant.ts'
import { authorizationNonce } from '../shared/money/sweeps/sending/transactions/authorization.ts'
import {
  authorizedCalls,
  type BatchCall,
  batchData,
} from '../shared/money/sweeps/sending/transactions/sweep-call.ts'
import { takeNode } from '../test/test-node.ts'
import type { Figure } from './bench.ts'

const chainId = 31337
const sizes = [1, 10, 50]
const amountBase = 25_000_000n
const payout = '0x00000000000000000000000000000000005a1e5e'
const validBefore = new Date('2100-01-01T00:00:00Z')
const token = localAddresses.testUsdc

/** Gas for each deposit of USDC: as a sweep sends it, and as bare calls that may not fail. */
export async function sweepGas(): Promise<Figure[]> {
  const { rpcUrl, giveBack } = await takeNode(chainId)
  const figures: Figure[] = []
  try {
    const send = sender(rpcUrl)
    await fund(rpcUrl, account('gas wallet'))
    // The payout wallet's first balance costs more, once.
    await send(mintOf(payout))
    for (const size of sizes) {
      const calls = await deposits(size, send)
      const swept = await undone(rpcUrl, () => send(batch(calls, { allowFailure: true })))
      const bare = await undone(rpcUrl, () => send(batch(calls, { allowFailure: false })))
      const each = `${swept / BigInt(size)} gas`
      const ratio = (Number(swept) / Number(bare)).toFixed(4)
      const value = `${each}, ${ratio} of a bare Multicall3`
      figures.push({ what: `a deposit of USDC, swept ${size} at a time`, value, aim: '1.03' })
    }
    figures.push({
      what: 'a deposit of USDC by top-up and transfer',
      value: await alone(rpcUrl, send),
    })
  } finally {
    await giveBack()
  }
  return figures
}

type Transaction = { to: Hex; data?: Hex; value?: bigint; from?: PrivateKeyAccount }
type Send = (transaction: Transaction) => Promise<bigint>

/** Sends a transaction and returns the gas that it used. */
function sender(rpcUrl: string): Send {
  const client = createClient({ transport: http(rpcUrl), pollingInterval: 10 })
  return async ({ from = account('gas wallet'), ...transaction }: Transaction) => {
    const request = { ...transaction, account: from, chain: null, gas: 5_000_000n }
    const hash = await sendTransaction(client, request)
    await callNode(rpcUrl, { method: 'evm_mine' }, ignored)
    const { status, gasUsed } = await waitForTransactionReceipt(client, { hash })
    invariant(status === 'success', `transaction ${hash} succeeds`)
    return gasUsed
  }
}

/** New addresses with USDC, and their signed transfers. */
async function deposits(size: number, send: Send): Promise<BatchCall[]> {
  const chain = chainById(chainId)
  invariant(chain, 'the local chain is in the registry')
  const holders = Array.from({ length: size }, (_, index) => account(`deposit ${size} ${index}`))
  for (const { address } of holders) await send(mintOf(address))
  const items = holders.map(({ address }, derivationIndex) => ({
    sessionId: 'cs_1',
    address,
    derivationIndex,
    amountBase,
    movedBase: null,
    failure: null,
    authorizationNonce: authorizationNonce(chain, { token, from: address, sweepCount: 0 }),
  }))
  const sweep = {
    kind: 'authorized',
    recipient: payout,
    tokenAddress: token,
    items,
    validBefore,
  } as const
  return authorizedCalls(chain, sweep, {
    depositAccount: async ({ derivationIndex }) => account(`deposit ${size} ${derivationIndex}`),
    sealedAt: async () => new Date(0),
    gasAccount: async () => account('gas wallet'),
    wipe: async () => undefined,
  })
}

function batch(calls: readonly BatchCall[], options: { allowFailure: boolean }): Transaction {
  return { to: localAddresses.multicall3, data: batchData(calls, options) }
}

async function alone(rpcUrl: string, send: Send): Promise<string> {
  const holder = account('holder')
  await send(mintOf(holder.address))
  const topUp = await send({ to: holder.address, value: 10n ** 15n })
  await fund(rpcUrl, holder)
  const args = [payout, amountBase] as const
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args })
  return `${topUp + (await send({ to: token, data, from: holder }))} gas`
}

function mintOf(to: Hex): Transaction {
  const abi = parseAbi(['function mint(address to, uint256 value)'])
  return {
    to: token,
    data: encodeFunctionData({ abi, functionName: 'mint', args: [to, amountBase] }),
  }
}

function account(name: string): PrivateKeyAccount {
  return privateKeyToAccount(keccak256(toHex(`bench ${name}`)))
}

async function fund(rpcUrl: string, { address }: PrivateKeyAccount): Promise<void> {
  const params = [address, toQuantity(10n ** 20n)]
  await callNode(rpcUrl, { method: 'anvil_setBalance', params }, ignored)
}

/** Runs something on the node and takes it back. */
async function undone<Result>(rpcUrl: string, run: () => Promise<Result>): Promise<Result> {
  const snapshot = await callNode(rpcUrl, { method: 'evm_snapshot' }, z.string())
  const result = await run()
  await callNode(rpcUrl, { method: 'evm_revert', params: [snapshot] }, ignored)
  return result
}
