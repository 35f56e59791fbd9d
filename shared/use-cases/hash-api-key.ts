import { createHash } from 'node:crypto'

/** SHA-256 of salt + key, base64. Keys are 190 random bits, so a slow hash would add nothing. */
export function hashApiKey(text: string, salt: string): string {
  return createHash('sha256').update(Buffer.from(salt, 'base64')).update(text).digest('base64')
}
