import { createHash } from 'node:crypto'
import { type RandomBytes, uniformCharacters } from '../../../kernel/ids.ts'

/** Without letters and digits that look alike: 5 bits each. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'
/** 140 bits: nobody guesses one, so wrong codes aren't counted. */
const length = 28

export const recoveryCodeCount = 10

/** Such as `k7mw-p3xd-9fqa-hj2e-r4tz-8bnc-v6gs`. */
export function newRecoveryCode(randomBytes: RandomBytes): string {
  const text = uniformCharacters(length, alphabet, randomBytes)
  return text.replace(/.{4}(?=.)/g, '$&-')
}

/** The stored hash of a code, which may be typed in any case, with any spaces and hyphens. */
export function recoveryCodeHash(operatorId: string, code: string): string {
  const text = code.toLowerCase().replace(/[\s-]/g, '')
  return createHash('sha256').update(`${operatorId} ${text}`).digest('base64url')
}
