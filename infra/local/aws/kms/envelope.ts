import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { WireError } from '../wire-error.ts'
import type { MasterKey } from './master-key.ts'

export type EncryptionContext = Readonly<Record<string, string>>

const version = 1
const ivBytes = 12
const tagBytes = 16
const headerBytes = 1 + ivBytes + tagBytes

/** Encrypts with AES-256-GCM, bound to the context. The result is version (1 byte), IV (12), tag (16), ciphertext. */
export function encrypt(key: MasterKey, plaintext: Buffer, context: EncryptionContext): Buffer {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key.secret, iv)
  cipher.setAAD(additionalData(key, context))
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()])
  return Buffer.concat([Buffer.from([version]), iv, cipher.getAuthTag(), ciphertext])
}

/** Returns the plaintext. Throws InvalidCiphertextException unless `encrypt` made it with this key and context. */
export function decrypt(key: MasterKey, blob: Buffer, context: EncryptionContext): Buffer {
  if (blob.length < headerBytes || blob[0] !== version) throw invalidCiphertext()
  const decipher = createDecipheriv('aes-256-gcm', key.secret, blob.subarray(1, 1 + ivBytes))
  decipher.setAAD(additionalData(key, context))
  decipher.setAuthTag(blob.subarray(1 + ivBytes, headerBytes))
  try {
    return Buffer.concat([decipher.update(blob.subarray(headerBytes)), decipher.final()])
  } catch (error) {
    throw invalidCiphertext(error)
  }
}

function additionalData(key: MasterKey, context: EncryptionContext): Buffer {
  const pairs = Object.entries(context).sort(([a], [b]) => (a < b ? -1 : 1))
  return Buffer.from(JSON.stringify([key.id, pairs]))
}

function invalidCiphertext(cause?: unknown): WireError {
  return new WireError('InvalidCiphertextException', 'the ciphertext or its context is not valid', {
    cause,
  })
}
