import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { HDKey } from '@scure/bip32'
import { mnemonicToSeed } from '@scure/bip39'

/** The path of the first live deposit address. */
const firstPath = "m/44'/60'/0'/0/0"

/** The first address of the words, as any other wallet shows it. */
export async function firstAddress(words: readonly string[]): Promise<string> {
  const { publicKey } = HDKey.fromMasterSeed(await mnemonicToSeed(words.join(' '))).derive(
    firstPath,
  )
  if (!publicKey) throw new Error('every derived key has a public key')
  const point = secp256k1.Point.fromBytes(publicKey).toBytes(false)
  return withChecksum(bytesToHex(keccak_256(point.slice(1)).slice(-20)))
}

/** EIP-55. */
function withChecksum(hex: string): string {
  const hash = bytesToHex(keccak_256(new TextEncoder().encode(hex)))
  const digits = [...hex].map((digit, at) =>
    Number.parseInt(hash[at] ?? '0', 16) >= 8 ? digit.toUpperCase() : digit,
  )
  return `0x${digits.join('')}`
}
