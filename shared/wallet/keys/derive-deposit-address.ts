import { ECDH } from 'node:crypto'
import { HDKey } from '@scure/bip32'
import { publicKeyToAddress } from 'viem/accounts'
import { invariant } from '../../kernel/invariant.ts'

/** BIP-32 reserves the indexes from here on for hardened children, which no public key can derive. */
const hardenedOffset = 0x80000000

/** The deposit address (checksummed) at `account/0/index`, from the account's extended public key alone. */
export function deriveDepositAddress(accountXpub: string, index: number): string {
  return depositAddressesOf(accountXpub)(index)
}

/** The same for many indexes: half of the work is done only once. */
export function depositAddressesOf(accountXpub: string): (index: number) => string {
  const receiving = HDKey.fromExtendedKey(accountXpub).deriveChild(0)
  return (index) => {
    invariant(
      Number.isInteger(index) && index >= 0 && index < hardenedOffset,
      `${index} is a derivation index`,
    )
    const { publicKey } = receiving.deriveChild(index)
    invariant(publicKey, 'a derived key has its public key')
    const uncompressed = ECDH.convertKey(publicKey, 'secp256k1', undefined, 'hex', 'uncompressed')
    return publicKeyToAddress(`0x${uncompressed.toString()}`)
  }
}
