import { HDKey } from '@scure/bip32'
import { mnemonicToSeedSync } from '@scure/bip39'
import type { Mode } from '../../../kernel/mode.ts'
import { parseMnemonic } from './parse-mnemonic.ts'

/**
 * Accounts of the deposit addresses and of the gas wallet. SLIP-44 reserves coin type 1 for test networks, so the modes
 * never share an address. The gas wallet has a hardened account of its own: an extended public key together with one of
 * its children's private keys reveals all of them.
 */
export const accountPaths = {
  live: { deposits: [44, 60, 0], gas: [44, 60, 1] },
  test: { deposits: [44, 1, 0], gas: [44, 1, 1] },
} as const satisfies Record<Mode, Record<'deposits' | 'gas', readonly number[]>>

/** Paths of the accounts: deposit addresses at `deposits/0/index`, and the gas wallet at `gas/branch/0`. */
export type WalletPaths = {
  deposits: readonly number[]
  gas: readonly number[]
  gasBranch: 0 | 1
}

/** Paths for words that an instance keeps. */
export function pathsOfMode(mode: Mode): WalletPaths {
  return { ...accountPaths[mode], gasBranch: 0 }
}

/**
 * Paths for an account of the owner, of which the instance has only the extended public key. Its gas wallet is the first
 * address of the account's other branch: no service has a private key that could reveal more.
 */
export function pathsOfAccount(account: readonly number[]): WalletPaths {
  return { deposits: account, gas: account, gasBranch: 1 }
}

/** BIP-32 reserves the indexes from here on for hardened children, which no public key can derive. */
export const hardenedOffset = 0x80000000

/**
 * Calls `use` with the root of a mnemonic, without passphrase, and wipes seed and root afterwards. All keys come from
 * here, so this is where a mnemonic is normalized: capitals or a newline would make another seed. Throws
 * `parameter_invalid` if it is invalid.
 */
export function withRoot<Result>(mnemonic: string, use: (root: HDKey) => Result): Result {
  const seed = mnemonicToSeedSync(parseMnemonic(mnemonic))
  const root = HDKey.fromMasterSeed(seed)
  seed.fill(0)
  try {
    return use(root)
  } finally {
    root.wipePrivateData()
  }
}

/** The hardened account at a path from the root. Wipes the private keys on the way; the caller wipes the account's. */
export function hardenedAccount(root: HDKey, path: readonly number[]): HDKey {
  let node = root
  for (const index of path) {
    const child = node.deriveChild(hardenedOffset + index)
    if (node !== root) node.wipePrivateData()
    node = child
  }
  return node
}

/** Calls `use` with a child, and wipes the child afterwards. */
export function withChild<Result>(
  node: HDKey,
  index: number,
  use: (child: HDKey) => Result,
): Result {
  const child = node.deriveChild(index)
  try {
    return use(child)
  } finally {
    child.wipePrivateData()
  }
}
