import { type Mode, modes } from '../../kernel/mode.ts'
import type { Sealed } from '../../kernel/sealed.ts'
import type { Write } from '../../kernel/store/transact.ts'
import type { WatchOnly } from '../../records/settings/store/instance.ts'
import { type AccountKeys, accountKeys } from './keys/account-keys.ts'
import { deriveDepositAddress } from './keys/derive-deposit-address.ts'
import { parseMnemonic } from './keys/parse-mnemonic.ts'
import { gasAddresses } from './keys/wallet-accounts.ts'
import { accountKeyText, wordsText } from './sealed-texts.ts'
import {
  accountKeyContext,
  accountKeyCreation,
  mnemonicContext,
  mnemonicCreation,
} from './store/wallet.ts'
import { gasWalletCreation } from './store/wallet-addresses.ts'

export type NewWallet = {
  /** Null for a watch-only one. */
  mnemonic: string | null
  accountKeys: AccountKeys
  /** Public, and enough to check whether a mnemonic is this wallet's. */
  firstAddresses: Record<Mode, string>
  gasWallets: Record<Mode, `0x${string}`>
  /** The paths of its accounts; null if it has words. */
  watchOnly: WatchOnly | null
}

/** Everything that is stored of a mnemonic. Throws `parameter_invalid` for an invalid one. */
export function newWallet(text: string): NewWallet {
  const mnemonic = parseMnemonic(text)
  const keys = accountKeys(mnemonic)
  const firstAddresses = {
    live: deriveDepositAddress(keys.live, 0),
    test: deriveDepositAddress(keys.test, 0),
  }
  const gasWallets = gasAddresses(mnemonic)
  return { mnemonic, accountKeys: keys, firstAddresses, gasWallets, watchOnly: null }
}

/** The addresses of the wallet that are known before any session. */
export function publicAddresses({ firstAddresses, gasWallets }: NewWallet): string[] {
  return [...Object.values(firstAddresses), ...Object.values(gasWallets)]
}

export type SealWallet = (
  purpose: 'hd-mnemonic' | 'account-public-keys',
  plaintext: string,
  context: Record<string, string>,
) => Promise<Sealed>

type Storing = {
  walletId: string
  /** The first index of its sessions. */
  firstIndex: Record<Mode, number>
  /** The first index at which there may be money that no session explains. */
  searchFrom: Record<Mode, number>
  /** By our clock: a payout wallet may take effect at once only on the first day. */
  sealedAt: Date
}

/** The writes that store a wallet; their conditions fail if the id is taken. */
export async function walletWrites(
  seal: SealWallet,
  { mnemonic, accountKeys: publicKeys, gasWallets }: NewWallet,
  { walletId, firstIndex, searchFrom, sealedAt }: Storing,
): Promise<Write[]> {
  const accountKey = async (mode: Mode): Promise<Write> => {
    const context = accountKeyContext(mode, walletId)
    const text = accountKeyText({ publicKey: publicKeys[mode], sealedAt })
    const sealed = await seal('account-public-keys', text, context)
    const start = { firstIndex: firstIndex[mode], searchFrom: searchFrom[mode] }
    return accountKeyCreation(mode, { walletId, accountKey: sealed, ...start })
  }
  const words = async (text: string): Promise<Write> => {
    const sealed = wordsText({ mnemonic: text, sealedAt })
    return mnemonicCreation(walletId, await seal('hd-mnemonic', sealed, mnemonicContext(walletId)))
  }
  return [
    ...(mnemonic === null ? [] : [await words(mnemonic)]),
    ...(await Promise.all(modes.map(accountKey))),
    ...modes.map((mode) => gasWalletCreation({ mode, walletId, address: gasWallets[mode] })),
  ]
}
