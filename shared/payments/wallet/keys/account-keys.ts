import type { HDKey } from '@scure/bip32'
import type { Mode } from '../../../kernel/mode.ts'
import { accountPaths, hardenedAccount, withRoot } from './derive-private.ts'

/**
 * Extended public keys (xpub…) of both modes' deposit accounts. Secret: together with one child's private key they
 * reveal all.
 */
export type AccountKeys = Record<Mode, string>

/**
 * The deposit accounts' extended public keys, from a BIP-39 mnemonic in English without passphrase. Throws
 * `parameter_invalid` if the mnemonic is invalid.
 */
export function accountKeys(mnemonic: string): AccountKeys {
  return withRoot(mnemonic, (root) => ({
    live: extendedPublicKey(root, accountPaths.live.deposits),
    test: extendedPublicKey(root, accountPaths.test.deposits),
  }))
}

/** The extended public key of any hardened account. Throws `parameter_invalid` if the mnemonic is invalid. */
export function accountKeyAt(mnemonic: string, path: readonly number[]): string {
  return withRoot(mnemonic, (root) => extendedPublicKey(root, path))
}

function extendedPublicKey(root: HDKey, path: readonly number[]): string {
  const account = hardenedAccount(root, path)
  const key = account.publicExtendedKey
  account.wipePrivateData()
  return key
}
