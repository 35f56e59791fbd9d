import { argon2, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { RandomBytes } from '../../kernel/ids.ts'
import type { PasswordHash } from './rules/password-hash.ts'

const argon2Async = promisify(argon2)

/** RFC 9106's second recommendation, with one lane: about 0.2 s of one core. */
const recommended = { memoryKib: 65_536, passes: 3, parallelism: 1 } as const
const hashBytes = 32

type Cost = Pick<PasswordHash, 'memoryKib' | 'passes' | 'parallelism'>

/** Hashes a password under a fresh salt. */
export async function hashPassword(
  password: string,
  randomBytes: RandomBytes,
  cost: Cost = recommended,
): Promise<PasswordHash> {
  const salt = Buffer.from(randomBytes(16)).toString('base64')
  const hash = await hashWith(password, { ...cost, salt })
  return { algorithm: 'argon2id', ...cost, salt, hash: hash.toString('base64') }
}

/** Nobody has it. */
const nobodys = {
  algorithm: 'argon2id',
  ...recommended,
  salt: Buffer.alloc(16).toString('base64'),
  hash: Buffer.alloc(hashBytes).toString('base64'),
} as const satisfies PasswordHash

/** Whether a password is the one that was hashed. Takes as long if there is no hash, so that nobody learns who has an account. */
export async function isPassword(
  password: string,
  stored: PasswordHash = nobodys,
): Promise<boolean> {
  const given = await hashWith(password, stored)
  return timingSafeEqual(given, Buffer.from(stored.hash, 'base64')) && stored !== nobodys
}

type Parameters = Cost & Pick<PasswordHash, 'salt'>

function hashWith(password: string, { memoryKib, passes, parallelism, salt }: Parameters) {
  return argon2Async('argon2id', {
    message: password.normalize('NFKC'),
    nonce: Buffer.from(salt, 'base64'),
    memory: memoryKib,
    passes,
    parallelism,
    tagLength: hashBytes,
  })
}
