import type { HDKey } from '@scure/bip32'
import { bytesToHex } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { invariant } from '../../../kernel/invariant.ts'
import type { Mode } from '../../../kernel/mode.ts'
import { requireIndex } from './derive-deposit-address.ts'
import {
  hardenedAccount,
  pathsOfMode,
  type WalletPaths,
  withChild,
  withRoot,
} from './derive-private.ts'

/** The accounts of an opened wallet, which can sign. */
export type WalletAccounts = {
  /** The account of the deposit address with that index. Throws after `wipe`. */
  depositAccount: (index: number) => PrivateKeyAccount
  /** Pays the gas of sweeps. */
  gasAccount: () => PrivateKeyAccount
  /** Forgets the key that deposit accounts are derived from. Accounts that were returned remain usable. */
  wipe: () => void
}

/** The accounts of a mode, as an instance that keeps the words has them. Throws `parameter_invalid` if they are invalid. */
export function walletAccounts(mnemonic: string, mode: Mode): WalletAccounts {
  return accountsAt(mnemonic, pathsOfMode(mode))
}

/**
 * The accounts at these paths. Everything that was needed on the way is wiped; accounts themselves can't be, because viem
 * holds their keys as text. Throws `parameter_invalid` if the mnemonic is invalid.
 */
export function accountsAt(mnemonic: string, paths: WalletPaths): WalletAccounts {
  return withRoot(mnemonic, (root) => {
    const gas = gasAccountOf(root, paths)
    const account = hardenedAccount(root, paths.deposits)
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
    live: gasAccountOf(root, pathsOfMode('live')).address,
    test: gasAccountOf(root, pathsOfMode('test')).address,
  }))
}

function gasAccountOf(root: HDKey, { gas, gasBranch }: WalletPaths): PrivateKeyAccount {
  const account = hardenedAccount(root, gas)
  const addresses = account.deriveChild(gasBranch)
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
