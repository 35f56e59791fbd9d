import { HDKey } from '@scure/bip32'
import { refuseAccount } from '../rules/account-refusals.ts'
import type { GivenAccount } from '../wire/given-account.ts'
import { accountPathText, parseAccountPath } from './account-path.ts'
import { branchAddress, deriveDepositAddress } from './derive-deposit-address.ts'
import { hardenedOffset } from './derive-private.ts'

/** An account of which only the extended public key is known. */
export type WatchedAccount = {
  publicKey: string
  path: string
  firstAddress: string
  /** The owner's coin for the fees of tokens is here. */
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
  const atPath = `${name}.path`
  if (!path) throw refuseAccount('no_account_path', { param: atPath }, { param: atPath })
  const [, , account = 0] = path
  if (account < firstOwnAccount) {
    throw refuseAccount('account_used_elsewhere', { param: atPath }, { param: atPath })
  }
  const param = `${name}.extendedPublicKey`
  const key = publicKeyIn(given.extendedPublicKey.trim(), param)
  if (key.depth !== path.length || key.index !== hardenedOffset + account) {
    throw refuseAccount('key_of_other_path', { param, path: accountPathText(path) }, { param })
  }
  const publicKey = key.publicExtendedKey
  for (const [index, address] of given.addresses.entries()) {
    const own = deriveDepositAddress(publicKey, index)
    if (own.toLowerCase() === address.trim().toLowerCase()) continue
    const of = { param: `${name}.addresses.${index}` }
    const values = { ...of, path: `${accountPathText(path)}/0/${index}` }
    throw refuseAccount('address_of_other_key', values, of)
  }
  const firstAddress = deriveDepositAddress(publicKey, 0)
  return {
    publicKey,
    path: accountPathText(path),
    firstAddress,
    gasWallet: branchAddress(publicKey, 1),
  }
}

function publicKeyIn(text: string, param: string): HDKey {
  if (/^[a-z]prv/i.test(text)) throw refuseAccount('private_key_given', { param }, { param })
  const key = parsed(text)
  if (!key) throw refuseAccount('no_public_key', { param }, { param })
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
