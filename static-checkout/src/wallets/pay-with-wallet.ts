import type { CheckoutView } from '../../../shared/merchant/checkout/wire/checkout.ts'
import { isRecord } from '../request.ts'
import type { Provider } from './discover-wallets.ts'
import { encodeTransfer } from './encode-transfer.ts'
import { publicNodes } from './networks.ts'

export type WalletFailure = 'network_missing' | 'busy' | 'outdated' | 'failed'

export type WalletOutcome =
  /** `hash` is null if the wallet returned something else. */
  | { kind: 'sent'; hash: string | null }
  /** The customer rejected the request, which isn't an error. */
  | { kind: 'rejected' }
  | { kind: 'failed'; failure: WalletFailure }

export type WalletPayment = Pick<
  CheckoutView,
  'address' | 'chainId' | 'chainName' | 'tokenAddress' | 'network'
> & { amountBase: string }

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
  payment: WalletPayment,
  isCurrent: () => boolean,
): Promise<WalletOutcome> {
  try {
    const from = await firstAccount(provider)
    if (!from) return failed('failed')
    if (!(await isOnNetwork(provider, payment))) return failed('network_missing')
    if (!isCurrent()) return failed('outdated')
    const transaction = { from, ...transferOf(payment) }
    const hash = await provider.request({ method: 'eth_sendTransaction', params: [transaction] })
    return { kind: 'sent', hash: isHash(hash) ? hash : null }
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
async function isOnNetwork(provider: Provider, payment: WalletPayment): Promise<boolean> {
  const { chainId } = payment
  if ((await currentChain(provider)) === chainId) return true
  await switchTo(provider, chainId).catch(async (error: unknown) => {
    if (!codesOf(error).includes(unknownChainCode)) throw error
    if (!(await addNetwork(provider, payment))) throw error
    // A network that was added is not always the current one.
    if ((await currentChain(provider)) !== chainId) await switchTo(provider, chainId)
  })
  return (await currentChain(provider)) === chainId
}

async function switchTo(provider: Provider, chainId: number): Promise<void> {
  const params = [{ chainId: hex(chainId) }]
  await provider.request({ method: 'wallet_switchEthereumChain', params })
}

/** Offers the network to the wallet. Returns false for one that no public node is known of. */
async function addNetwork(
  provider: Provider,
  { chainId, chainName, network }: WalletPayment,
): Promise<boolean> {
  const node = publicNodes[chainId]
  if (!node) return false
  const { symbol, decimals, explorerUrl } = network
  const chain = {
    chainId: hex(chainId),
    chainName,
    nativeCurrency: { name: symbol, symbol, decimals },
    rpcUrls: [node],
    ...(explorerUrl && { blockExplorerUrls: [explorerUrl] }),
  }
  await provider.request({ method: 'wallet_addEthereumChain', params: [chain] })
  return true
}

async function currentChain(provider: Provider): Promise<number> {
  return Number(await provider.request({ method: 'eth_chainId' }))
}

function transferOf({ address, amountBase, tokenAddress }: WalletPayment): Record<string, string> {
  if (tokenAddress === null) return { to: address, value: hex(amountBase) }
  return { to: tokenAddress, value: '0x0', data: encodeTransfer(address, BigInt(amountBase)) }
}

function hex(value: number | string): string {
  return `0x${BigInt(value).toString(16)}`
}

function isHash(value: unknown): value is string {
  return typeof value === 'string' && /^0x[0-9a-f]{64}$/i.test(value)
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
