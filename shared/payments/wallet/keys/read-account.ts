import { HDKey } from '@scure/bip32'
import { ServiceError } from '../../../kernel/errors.ts'
import type { GivenAccount } from '../wire/given-account.ts'
import { accountPathText, parseAccountPath } from './account-path.ts'
import { branchAddress, deriveDepositAddress } from './derive-deposit-address.ts'
import { hardenedOffset } from './derive-private.ts'

/** An account of which only the extended public key is known. */
export type WatchedAccount = {
  publicKey: string
  path: string
  firstAddress: string
  /** Where its owner keeps coin for the fees of tokens. */
  gasWallet: `0x${string}`
}

/** An instance with words uses the accounts 0 and 1 of them, and every other wallet begins with 0. */
const firstOwnAccount = 2

/**
 * The account that its owner means: the key fits the path, and makes the two addresses. Throws `parameter_invalid` with
 * `param` below the `name`, and never repeats the key: it may be a private one.
 */
export function readAccount(given: GivenAccount, name: string): WatchedAccount {
  const path = parseAccountPath(given.path)
  const refuse: Refuse = (field, problem) => {
    const param = `${name}.${field}`
    throw new ServiceError('parameter_invalid', `${param} ${problem}`, { param })
  }
  if (!path) return refuse('path', `must be the path of an account, such as m/44'/60'/7'.`)
  const [, , account = 0] = path
  if (account < firstOwnAccount) {
    return refuse(
      'path',
      'must be of an account made for this: accounts 0 and 1 are used elsewhere.',
    )
  }
  const key = publicKeyIn(given.extendedPublicKey.trim(), refuse)
  if (key.depth !== path.length || key.index !== hardenedOffset + account) {
    return refuse(
      'extendedPublicKey',
      `is not that of ${accountPathText(path)}: compare the path in your wallet.`,
    )
  }
  const publicKey = key.publicExtendedKey
  for (const [index, address] of given.addresses.entries()) {
    const own = deriveDepositAddress(publicKey, index)
    if (own.toLowerCase() === address.trim().toLowerCase()) continue
    refuse(
      `addresses.${index}`,
      `must be the address at ${accountPathText(path)}/0/${index}, and this key makes another one. Compare account and key in your wallet.`,
    )
  }
  const firstAddress = deriveDepositAddress(publicKey, 0)
  return {
    publicKey,
    path: accountPathText(path),
    firstAddress,
    gasWallet: branchAddress(publicKey, 1),
  }
}

type Refuse = (field: string, problem: string) => never

function publicKeyIn(text: string, refuse: Refuse): HDKey {
  if (/^[a-z]prv/i.test(text)) {
    return refuse(
      'extendedPublicKey',
      'is a private key, which nobody else may have. Move what its account holds, make a new one, and give its extended public key: it begins with xpub.',
    )
  }
  const key = parsed(text)
  if (!key)
    return refuse('extendedPublicKey', 'must be an extended public key, which begins with xpub.')
  return key
}

function parsed(text: string): HDKey | undefined {
  if (!text.startsWith('xpub')) return undefined
  try {
    return HDKey.fromExtendedKey(text)
  } catch {
    return undefined
  }
}
