import { createClient, type Hex, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { sendTransaction, waitForTransactionReceipt } from 'viem/actions'
import type { CheckoutSessionBody } from '../../shared/contract/checkout-session.ts'
import type { RunningInstance } from '../instance.ts'

/** Sends what a session asks for, natively, from the faucet of its chain; the hash once it is mined. */
export async function pay(
  { instance }: RunningInstance,
  session: Pick<CheckoutSessionBody, 'chainId' | 'address' | 'amount'>,
): Promise<Hex> {
  const chain = instance.chains.find((c) => c.chainId === session.chainId)
  if (!chain) throw new Error(`no chain ${session.chainId}`)
  const client = createClient({ transport: http(chain.rpcUrl), pollingInterval: 100 })
  const hash = await sendTransaction(client, {
    account: privateKeyToAccount(chain.faucetPrivateKey),
    chain: null,
    to: session.address as Hex,
    value: BigInt(session.amount.base),
  })
  await waitForTransactionReceipt(client, { hash, timeout: 20_000 })
  return hash
}
