import type { BrowserContext } from 'playwright-core'
import { type Address, createClient, type Hex, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { sendTransaction } from 'viem/actions'
import type { Payer } from '../journeys/target.ts'

type Request = { method: string; params?: [{ to: Address; value?: Hex; data?: Hex }] }

/** A browser extension that knows one account and one network, and sends what it is asked to without a question. */
export async function installNodeWallet(
  context: BrowserContext,
  { chainId, rpcUrl, privateKey }: Payer,
): Promise<void> {
  const account = privateKeyToAccount(privateKey)
  const client = createClient({ transport: http(rpcUrl) })
  const send = ({ to, value = '0x0', data = '0x' }: NonNullable<Request['params']>[0]) =>
    sendTransaction(client, { account, chain: null, to, value: BigInt(value), data })
  await context.exposeFunction('askNodeWallet', async ({ method, params }: Request) => {
    if (method === 'eth_requestAccounts') return [account.address]
    if (method === 'eth_chainId') return `0x${chainId.toString(16)}`
    if (method === 'eth_sendTransaction' && params) return send(params[0])
    throw new Error(`the wallet has no ${method}`)
  })
  await context.addInitScript(
    'window.ethereum = { isRabby: true, request: (request) => askNodeWallet(request) }',
  )
}
