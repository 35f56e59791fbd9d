import { createHash } from 'node:crypto'
import { confirmedText } from '../rules/proof.ts'

export function proofDigest(operation: string, input: string): string {
  return createHash('sha256').update(confirmedText(operation, input)).digest('base64url')
}

/** The challenge that a passkey signs, in base64url: a hash of the service's challenge and of what is confirmed. */
export function boundChallenge(challenge: string, digest: string): string {
  const parts = [challenge, digest].map((part) => Buffer.from(part, 'base64url'))
  return createHash('sha256').update(Buffer.concat(parts)).digest('base64url')
}
