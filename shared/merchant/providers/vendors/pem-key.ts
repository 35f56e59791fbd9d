import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { credentialsError, pem } from './wire-parts.ts'

type Wanted = {
  half: 'public' | 'private'
  /** A value of `asymmetricKeyType`. */
  type: 'rsa' | 'ec' | 'ed25519'
  curve?: string
}

/** A PEM of this kind of key: one that could never verify or sign is refused when it is stored, not when it is used. */
export function pemKey(wanted: Wanted) {
  const { half, type, curve } = wanted
  const kind = [type.toUpperCase(), curve].filter(Boolean).join(' ')
  return pem.refine((text) => isKey(text, wanted), {
    error: credentialsError(`no_${half}_pem`, { kind }),
  })
}

function isKey(text: string, { half, type, curve }: Wanted): boolean {
  const key = keyIn(text, half)
  if (key?.asymmetricKeyType !== type) return false
  return curve === undefined || key.asymmetricKeyDetails?.namedCurve === curve
}

/** Node would make a public key of a private one. */
function keyIn(text: string, half: Wanted['half']): KeyObject | undefined {
  if (text.includes('PRIVATE KEY') !== (half === 'private')) return undefined
  try {
    return half === 'private' ? createPrivateKey(text) : createPublicKey(text)
  } catch {
    return undefined
  }
}
