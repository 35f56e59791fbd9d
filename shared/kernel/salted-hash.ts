import { createHash } from 'node:crypto'

/**
 * SHA-256 of salt + secret, base64. Only for generated secrets of 160 random bits or more, for which a slow hash adds
 * nothing.
 */
export function saltedHash(secret: string, salt: string): string {
  return createHash('sha256').update(Buffer.from(salt, 'base64')).update(secret).digest('base64')
}
