import { argon2 } from 'node:crypto'
import { promisify } from 'node:util'
import type { RandomBytes } from '../kernel/ids.ts'
import type { PasswordHash } from './rules/password-hash.ts'

const argon2Async = promisify(argon2)

/** RFC 9106's second recommendation, with one lane: about 0.2 s of one core. */
const cost = { memoryKib: 65_536, passes: 3, parallelism: 1 } as const

/** Hashes a password under a fresh salt. */
export async function hashPassword(
  password: string,
  randomBytes: RandomBytes,
): Promise<PasswordHash> {
  const salt = randomBytes(16)
  const hash = await argon2Async('argon2id', {
    message: password.normalize('NFKC'),
    nonce: salt,
    memory: cost.memoryKib,
    passes: cost.passes,
    parallelism: cost.parallelism,
    tagLength: 32,
  })
  return {
    algorithm: 'argon2id',
    ...cost,
    salt: Buffer.from(salt).toString('base64'),
    hash: hash.toString('base64'),
  }
}
