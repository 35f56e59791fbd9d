import {
  createCipheriv,
  createDecipheriv,
  randomBytes,
  type ScryptOptions,
  scrypt,
} from 'node:crypto'
import * as z from 'zod'
import { ServiceError } from '../../kernel/errors.ts'

const bytes = z.base64().max(1_000_000)

/**
 * A text encrypted with AES-256-GCM under a key that scrypt derives from a passphrase, with everything that is needed
 * to open it except the passphrase. The bounds keep a file from exhausting the memory of whoever opens it.
 */
export const passphraseBox = z.strictObject({
  kdf: z.strictObject({
    name: z.literal('scrypt'),
    N: z.literal([2 ** 15, 2 ** 16, 2 ** 17, 2 ** 18]),
    r: z.literal(8),
    p: z.int().min(1).max(4),
    salt: bytes,
  }),
  cipher: z.literal('aes-256-gcm'),
  iv: bytes,
  ciphertext: bytes,
  tag: bytes,
})

export type PassphraseBox = z.infer<typeof passphraseBox>
type Derivation = PassphraseBox['kdf']

/** At least 12 characters: it is all that protects the file. */
export const passphrase = z.string().min(12).max(1000)

/** With these parameters, a guess costs 128 MB and about half a second. */
const cost = { name: 'scrypt', N: 2 ** 17, r: 8, p: 1 } as const

export async function closeBox(text: string, secret: string): Promise<PassphraseBox> {
  // Not arguments: repeated ones would break scrypt and GCM.
  const kdf: Derivation = { ...cost, salt: randomBytes(32).toString('base64') }
  const iv = randomBytes(12)
  const key = await derive(secret, kdf)
  try {
    const encryption = createCipheriv('aes-256-gcm', key, iv).setAAD(parametersOf(kdf))
    const ciphertext = Buffer.concat([encryption.update(text, 'utf8'), encryption.final()])
    return {
      kdf,
      cipher: 'aes-256-gcm',
      iv: iv.toString('base64'),
      ciphertext: ciphertext.toString('base64'),
      tag: encryption.getAuthTag().toString('base64'),
    }
  } finally {
    key.fill(0)
  }
}

/** Returns the text. Throws `parameter_invalid` for another passphrase, and if anything was changed. */
export async function openBox(
  { kdf, iv, ciphertext, tag }: PassphraseBox,
  secret: string,
): Promise<string> {
  const key = await derive(secret, kdf)
  try {
    const decryption = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64'), {
      authTagLength: 16,
    })
    decryption.setAAD(parametersOf(kdf)).setAuthTag(Buffer.from(tag, 'base64'))
    const first = decryption.update(Buffer.from(ciphertext, 'base64'))
    return Buffer.concat([first, decryption.final()]).toString('utf8')
  } catch (error) {
    throw wrongPassphrase(error)
  } finally {
    key.fill(0)
  }
}

function wrongPassphrase(cause: unknown): ServiceError {
  const message = 'The passphrase is not the one of the export, or the file was changed.'
  return new ServiceError('parameter_invalid', message, { param: 'passphrase', cause })
}

/** Normalizes the passphrase: keyboards compose the same characters differently. */
function derive(secret: string, { N, r, p, salt }: Derivation): Promise<Buffer> {
  const options: ScryptOptions = { N, r, p, maxmem: 256 * N * r }
  return new Promise((resolve, reject) => {
    scrypt(secret.normalize('NFKC'), Buffer.from(salt, 'base64'), 32, options, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}

function parametersOf(kdf: Derivation): Buffer {
  const { name, N, r, p, salt } = kdf
  return Buffer.from(JSON.stringify([name, N, r, p, salt]))
}
