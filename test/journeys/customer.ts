import { type Client, createClient, encodeFunctionData, erc20Abi, getAddress, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { sendTransaction, waitForTransactionReceipt } from 'viem/actions'
import { assetOf, chainById } from '../../shared/chain/chains.ts'
import type { CheckoutSessionBody } from '../../shared/payments/checkout-sessions/wire/checkout-session.ts'
import { patiently } from '../eventually.ts'
import { patientHttp } from './patient-http.ts'
import type { Target } from './target.ts'

type Due = Pick<CheckoutSessionBody, 'chainId' | 'asset' | 'address' | 'amount'>

/** Sent one at a time, since an account's transactions are numbered. */
let previous: Promise<unknown> = Promise.resolve()

/** Pays a session in its asset, from the payer of its chain. Returns the hash once it is mined. */
export async function pay({ payers }: Pick<Target, 'payers'>, session: Due): Promise<Hex> {
  const payer = payers.find(({ chainId }) => chainId === session.chainId)
  if (!payer) throw new Error(`There is no money here for chain ${session.chainId}.`)
  const client: Client = createClient({
    transport: patientHttp(payer.rpcUrl),
    pollingInterval: 250,
  })
  const account = privateKeyToAccount(payer.privateKey)
  const transfer = { ...transferOf(session), account, chain: null }
  const sent = previous.then(() => sendTransaction(client, transfer))
  previous = sent.catch(() => undefined)
  const hash = await sent
  const receipt = await waitForTransactionReceipt(client, { hash, timeout: patiently.deadlineMs })
  if (receipt.status !== 'success') throw new Error(`The payment ${hash} was reverted.`)
  return hash
}

function transferOf({ chainId, asset, address, amount }: Due) {
  const chain = chainById(chainId)
  const found = chain && assetOf(chain, asset)
  if (!found) throw new Error(`The registry has no ${asset} on chain ${chainId}.`)
  const to = getAddress(address)
  const value = BigInt(amount.base)
  if (found.tokenAddress === null) return { to, value }
  const transfer = { abi: erc20Abi, functionName: 'transfer', args: [to, value] } as const
  return { to: found.tokenAddress, data: encodeFunctionData(transfer) }
}
