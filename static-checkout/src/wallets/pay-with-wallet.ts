import type { CheckoutView } from '../../../shared/checkout-sessions/wire/checkout.ts'
import { isRecord } from '../request.ts'
import type { Provider } from './discover-wallets.ts'
import { encodeTransfer } from './encode-transfer.ts'

export type WalletFailure = 'network_missing' | 'busy' | 'outdated' | 'failed'

export type WalletOutcome =
  | { kind: 'sent' }
  /** The customer rejected the request, which isn't an error. */
  | { kind: 'rejected' }
  | { kind: 'failed'; failure: WalletFailure }

type Payment = Pick<CheckoutView, 'address' | 'amount' | 'chainId' | 'tokenAddress'>

/** Codes of EIP-1193 and MetaMask. Wallets can wrap them in their own errors, one level deep. */
const rejectedCode = 4001
const unknownChainCode = 4902
const alreadyPendingCode = -32002

/**
 * Asks the wallet for an account, the payment's network and the transfer, in this order. After the first two, `isCurrent`
 * returns whether the payment is still the one that the page shows.
 */
export async function payWithWallet(
  provider: Provider,
  payment: Payment,
  isCurrent: () => boolean,
): Promise<WalletOutcome> {
  try {
    const from = await firstAccount(provider)
    if (!from) return failed('failed')
    if (!(await isOnNetwork(provider, payment.chainId))) return failed('network_missing')
    if (!isCurrent()) return failed('outdated')
    const transaction = { from, ...transferOf(payment) }
    await provider.request({ method: 'eth_sendTransaction', params: [transaction] })
    return { kind: 'sent' }
  } catch (error) {
    return outcomeOf(error)
  }
}

async function firstAccount(provider: Provider): Promise<string | undefined> {
  const accounts = await provider.request({ method: 'eth_requestAccounts' })
  const [account]: unknown[] = Array.isArray(accounts) ? accounts : []
  return typeof account === 'string' ? account : undefined
}

/** Checks again after switching: a wallet that confirms but doesn't switch would send on the wrong network. */
async function isOnNetwork(provider: Provider, chainId: number): Promise<boolean> {
  if ((await currentChain(provider)) === chainId) return true
  const params = [{ chainId: hex(chainId) }]
  await provider.request({ method: 'wallet_switchEthereumChain', params })
  return (await currentChain(provider)) === chainId
}

async function currentChain(provider: Provider): Promise<number> {
  return Number(await provider.request({ method: 'eth_chainId' }))
}

function transferOf({ address, amount, tokenAddress }: Payment): Record<string, string> {
  if (tokenAddress === null) return { to: address, value: hex(amount.base) }
  return { to: tokenAddress, value: '0x0', data: encodeTransfer(address, BigInt(amount.base)) }
}

function hex(value: number | string): string {
  return `0x${BigInt(value).toString(16)}`
}

function outcomeOf(error: unknown): WalletOutcome {
  const codes = codesOf(error)
  if (codes.includes(rejectedCode)) return { kind: 'rejected' }
  if (codes.includes(unknownChainCode)) return failed('network_missing')
  return failed(codes.includes(alreadyPendingCode) ? 'busy' : 'failed')
}

function codesOf(error: unknown): unknown[] {
  if (!isRecord(error)) return []
  const data = isRecord(error['data']) ? error['data'] : {}
  const original = isRecord(data['originalError']) ? data['originalError'] : {}
  return [error['code'], data['code'], original['code']]
}

function failed(failure: WalletFailure): WalletOutcome {
  return { kind: 'failed', failure }
}
