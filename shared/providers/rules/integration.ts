import type { Mode } from '../../kernel/mode.ts'
import type { Sealed } from '../../kernel/sealed.ts'
import type { ProviderName } from './provider-name.ts'

/** A mode's account with a provider, as its operator set it. */
export type Integration = {
  mode: Mode
  provider: ProviderName
  /** Counts writes; every write is conditional on it. */
  version: number
  credentials: Sealed
  isEnabled: boolean
  /** Where its coins go; null if the provider keeps them. */
  wallet: string | null
  /** The wallet that follows, and from when. */
  nextWallet: { address: string; from: Date } | null
  setAt: Date
}

const delayMs = 86_400_000

/** The wallet that the coins of a new order go to. */
export function walletAt(
  { wallet, nextWallet }: Pick<Integration, 'wallet' | 'nextWallet'>,
  now: Date,
): string | null {
  return nextWallet && now >= nextWallet.from ? nextWallet.address : wallet
}

/** The wallets once the operator has set `address`: the first one at once, another one after 24 hours. */
export function walletsAfter(
  before: Pick<Integration, 'wallet' | 'nextWallet'> | undefined,
  address: string | null,
  now: Date,
): Pick<Integration, 'wallet' | 'nextWallet'> {
  const wallet = before ? walletAt(before, now) : null
  if (address === null || wallet === null) return { wallet: address, nextWallet: null }
  if (address.toLowerCase() === wallet.toLowerCase()) return { wallet, nextWallet: null }
  if (before?.nextWallet?.address === address) return { wallet, nextWallet: before.nextWallet }
  return { wallet, nextWallet: { address, from: new Date(now.getTime() + delayMs) } }
}
