import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { DecryptCommand, GenerateDataKeyCommand, type KMSClient } from '@aws-sdk/client-kms'
import { invariant } from '../invariant.ts'
import type { Sealed } from '../sealed.ts'
import type { DataKeyCache } from './data-key-cache.ts'

export type SealDeps = {
  kms: KMSClient
  keyId: string
  /** The `purpose` of the encryption context, which the key policy grants to roles one by one. */
  purpose: string
}

/** The owner of a sealed text, such as the id of its item. `open` needs exactly the same context. */
export type SealContext = Readonly<Record<string, string>>

/** The text to open was not sealed like this: its bytes, its context or its purpose differ. */
export class SealBroken extends Error {
  constructor(message: string, options: { cause: unknown }) {
    super(message, options)
    this.name = 'SealBroken'
  }
}

const broken = 'the sealed text was changed, or belongs to something else'

const cipher = 'aes-256-gcm'

/** Encrypts a text under a fresh data key, bound to purpose and context. */
export async function seal(
  { kms, keyId, purpose }: SealDeps,
  plaintext: string,
  context: SealContext,
): Promise<Sealed> {
  const { Plaintext: key, CiphertextBlob } = await kms.send(
    new GenerateDataKeyCommand({
      KeyId: keyId,
      KeySpec: 'AES_256',
      EncryptionContext: { ...context, purpose },
    }),
  )
  invariant(key && CiphertextBlob, 'KMS returned a data key and its ciphertext')
  try {
    // Not an argument: a nonce that a caller repeats would break GCM.
    const iv = randomBytes(12)
    const encryption = createCipheriv(cipher, key, iv).setAAD(canonical({ ...context, purpose }))
    const ciphertext = Buffer.concat([encryption.update(plaintext, 'utf8'), encryption.final()])
    return {
      wrappedKey: base64(CiphertextBlob),
      iv: base64(iv),
      ciphertext: base64(ciphertext),
      tag: base64(encryption.getAuthTag()),
    }
  } finally {
    key.fill(0)
  }
}

/**
 * The text that was sealed. Throws `SealBroken` if anything was changed, or if purpose or context differ. With a `cache`,
 * a recent data key is used without asking KMS again.
 */
export async function open(
  deps: SealDeps & { cache?: DataKeyCache },
  sealed: Sealed,
  context: SealContext,
): Promise<string> {
  const fullContext = { ...context, purpose: deps.purpose }
  const cached = deps.cache?.find(sealed.wrappedKey)
  const key = cached ?? (await decryptDataKey(deps, sealed, fullContext))
  try {
    const plaintext = decrypt(key, sealed, fullContext)
    deps.cache?.keep(sealed.wrappedKey, key)
    return plaintext
  } finally {
    key.fill(0)
  }
}

function decrypt(key: Uint8Array, { iv, ciphertext, tag }: Sealed, context: SealContext): string {
  try {
    const options = { authTagLength: 16 }
    const decryption = createDecipheriv(cipher, key, Buffer.from(iv, 'base64'), options)
    decryption.setAAD(canonical(context)).setAuthTag(Buffer.from(tag, 'base64'))
    const first = decryption.update(Buffer.from(ciphertext, 'base64'))
    return Buffer.concat([first, decryption.final()]).toString('utf8')
  } catch (error) {
    throw new SealBroken(broken, { cause: error })
  }
}

async function decryptDataKey(
  { kms, keyId }: SealDeps,
  { wrappedKey }: Sealed,
  context: SealContext,
): Promise<Uint8Array> {
  const command = new DecryptCommand({
    KeyId: keyId,
    CiphertextBlob: Buffer.from(wrappedKey, 'base64'),
    EncryptionContext: context,
  })
  try {
    const { Plaintext } = await kms.send(command)
    invariant(Plaintext, 'KMS returned the data key')
    return Plaintext
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'InvalidCiphertextException') throw error
    throw new SealBroken(broken, { cause: error })
  }
}

/** Equal for the same pairs in any order. */
function canonical(context: SealContext): Buffer {
  const pairs = Object.entries(context).sort(([a], [b]) => (a < b ? -1 : 1))
  return Buffer.from(JSON.stringify(pairs))
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64')
}
