import type { HDKey } from '@scure/bip32'
import { bytesToHex } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { invariant } from '../../../kernel/invariant.ts'
import type { Mode } from '../../../kernel/mode.ts'
import { requireIndex } from './derive-deposit-address.ts'
import { accountPaths, hardenedAccount, withChild, withRoot } from './derive-private.ts'

/** The accounts of an opened wallet, which can sign. */
export type WalletAccounts = {
  /** Of the deposit address with that index. Throws after `wipe`. */
  depositAccount: (index: number) => PrivateKeyAccount
  /** Pays the gas of sweeps. */
  gasAccount: () => PrivateKeyAccount
  /** Forgets the key that deposit accounts are derived from. Accounts that were returned remain usable. */
  wipe: () => void
}

/**
 * The accounts of a mode. Everything that was needed on the way is wiped; accounts themselves can't be, because viem
 * holds their keys as text. Throws `parameter_invalid` if the mnemonic is invalid.
 */
export function walletAccounts(mnemonic: string, mode: Mode): WalletAccounts {
  return withRoot(mnemonic, (root) => {
    const gas = gasAccountOf(root, mode)
    const account = hardenedAccount(root, accountPaths[mode].deposits)
    const deposits = account.deriveChild(0)
    account.wipePrivateData()
    return {
      depositAccount: (index) => {
        requireIndex(index)
        return withChild(deposits, index, signing)
      },
      gasAccount: () => gas,
      wipe: () => {
        deposits.wipePrivateData()
      },
    }
  })
}

/** The public addresses of both modes' gas wallets. Throws `parameter_invalid` if the mnemonic is invalid. */
export function gasAddresses(mnemonic: string): Record<Mode, `0x${string}`> {
  return withRoot(mnemonic, (root) => ({
    live: gasAccountOf(root, 'live').address,
    test: gasAccountOf(root, 'test').address,
  }))
}

function gasAccountOf(root: HDKey, mode: Mode): PrivateKeyAccount {
  const account = hardenedAccount(root, accountPaths[mode].gas)
  const addresses = account.deriveChild(0)
  account.wipePrivateData()
  try {
    return withChild(addresses, 0, signing)
  } finally {
    addresses.wipePrivateData()
  }
}

function signing({ privateKey }: HDKey): PrivateKeyAccount {
  invariant(privateKey, 'a wallet that was not wiped has private keys')
  try {
    return privateKeyToAccount(bytesToHex(privateKey))
  } finally {
    privateKey.fill(0)
  }
}
