import { HDKey } from '@scure/bip32'
import { mnemonicToSeedSync, validateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { ServiceError } from '../../kernel/errors.ts'
import type { Mode } from '../../kernel/mode.ts'

/**
 * Accounts of the deposit addresses. SLIP-44 reserves coin type 1 for test networks, so the modes never share an
 * address.
 */
const accountPaths = { live: "m/44'/60'/0'", test: "m/44'/1'/0'" } as const satisfies Record<
  Mode,
  string
>

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
  const seed = mnemonicToSeedSync(parseMnemonic(mnemonic))
  const root = HDKey.fromMasterSeed(seed)
  seed.fill(0)
  try {
    return {
      live: extendedPublicKey(root, accountPaths.live),
      test: extendedPublicKey(root, accountPaths.test),
    }
  } finally {
    root.wipePrivateData()
  }
}

/** A mnemonic with single spaces, the form that is sealed. Throws `parameter_invalid` (without repeating the words). */
export function parseMnemonic(text: string): string {
  const mnemonic = text.trim().toLowerCase().split(/\s+/).join(' ')
  if (validateMnemonic(mnemonic, wordlist)) return mnemonic
  throw new ServiceError(
    'parameter_invalid',
    'mnemonic must be 12 to 24 English BIP-39 words with a valid checksum.',
    { param: 'mnemonic' },
  )
}

function extendedPublicKey(root: HDKey, path: string): string {
  const account = root.derive(path)
  const key = account.publicExtendedKey
  account.wipePrivateData()
  return key
}
