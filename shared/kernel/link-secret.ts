import { createHash, timingSafeEqual } from 'node:crypto'

/** SHA-256 in base64. Only for secrets of 128 random bits or more, for which a slow hash adds nothing. */
export function linkSecretHash(secret: string): string {
  return createHash('sha256').update(secret).digest('base64')
}

/** Whether it is the secret of that hash, in constant time. */
export function isLinkSecret(secret: string, hash: string): boolean {
  const given = Buffer.from(linkSecretHash(secret), 'base64')
  return timingSafeEqual(given, Buffer.from(hash, 'base64'))
}
