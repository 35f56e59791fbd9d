import { ECDH } from 'node:crypto'
import { HDKey } from '@scure/bip32'
import { publicKeyToAddress } from 'viem/accounts'
import { invariant } from '../../../kernel/invariant.ts'
import { hardenedOffset } from './derive-private.ts'

/** The deposit address (checksummed) at `account/0/index`, from the account's extended public key alone. */
export function deriveDepositAddress(accountXpub: string, index: number): string {
  return depositAddressesOf(accountXpub)(index)
}

/** The deposit addresses of many indexes: half of the work is done only once. */
export function depositAddressesOf(accountXpub: string): (index: number) => string {
  const receiving = HDKey.fromExtendedKey(accountXpub).deriveChild(0)
  return (index) => {
    requireIndex(index)
    return addressOf(receiving.deriveChild(index))
  }
}

/** The first address of another branch of the account: `account/branch/0`. */
export function branchAddress(accountXpub: string, branch: number): `0x${string}` {
  return addressOf(HDKey.fromExtendedKey(accountXpub).deriveChild(branch).deriveChild(0))
}

function addressOf({ publicKey }: HDKey): `0x${string}` {
  invariant(publicKey, 'a derived key has its public key')
  const uncompressed = ECDH.convertKey(publicKey, 'secp256k1', undefined, 'hex', 'uncompressed')
  return publicKeyToAddress(`0x${uncompressed.toString()}`)
}

/** Throws unless it is the index of a child that is not hardened. */
export function requireIndex(index: number): void {
  invariant(
    Number.isInteger(index) && index >= 0 && index < hardenedOffset,
    `${index} is a derivation index`,
  )
}
