import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const cipher = 'aes-256-gcm'
const [ivBytes, tagBytes] = [12, 16] as const

/** Encrypts a text with a key that follows from the API key. */
export function seal(text: string, apiKey: string): string {
  const iv = randomBytes(ivBytes)
  const encryption = createCipheriv(cipher, keyFrom(apiKey), iv)
  const sealed = [iv, encryption.update(text, 'utf8'), encryption.final()]
  return Buffer.concat([...sealed, encryption.getAuthTag()]).toString('base64')
}

/** Returns the text. Throws if another key has sealed it. */
export function unseal(sealed: string, apiKey: string): string {
  const bytes = Buffer.from(sealed, 'base64')
  const decryption = createDecipheriv(cipher, keyFrom(apiKey), bytes.subarray(0, ivBytes))
  decryption.setAuthTag(bytes.subarray(-tagBytes))
  const text = decryption.update(bytes.subarray(ivBytes, -tagBytes))
  return Buffer.concat([text, decryption.final()]).toString('utf8')
}

function keyFrom(apiKey: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', apiKey, '', 'quittance-medusa claim links', 32))
}
