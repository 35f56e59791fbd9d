import { createHmac, type KeyObject, sign } from 'node:crypto'
import { parseJson } from '../../../chain/notifiers/parse-json.ts'
import { isSameBytes } from './same-bytes.ts'

const bytesOf = (part: string) => Buffer.from(part, 'base64url')

/** Whether a token is signed by HS256 with the key. Its own header never chooses the algorithm. */
export function isSignedHs256(token: string, key: string): boolean {
  const [header = '', payload = '', signature = '', ...rest] = token.split('.')
  if (rest.length > 0 || algorithmOf(header) !== 'HS256') return false
  const expected = createHmac('sha256', key).update(`${header}.${payload}`).digest()
  return isSameBytes(expected, bytesOf(signature))
}

function algorithmOf(header: string): unknown {
  const parsed = parseJson(bytesOf(header))
  return typeof parsed === 'object' && parsed !== null && 'alg' in parsed ? parsed.alg : undefined
}

/** The claims of a token, whoever signed it; undefined if it isn't one. */
export function claimsOf(token: string): unknown {
  return parseJson(bytesOf(token.split('.')[1] ?? ''))
}

type Unsigned = { header: Record<string, unknown>; claims: Record<string, unknown> }

/** A token signed with an Ed25519 key (EdDSA) or one of the curve P-256 (ES256). */
export function signJwt({ header, claims }: Unsigned, key: KeyObject): string {
  const isEdwards = key.asymmetricKeyType === 'ed25519'
  const alg = isEdwards ? 'EdDSA' : 'ES256'
  const parts = [{ alg, ...header }, claims]
  const signed = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  const text = Buffer.from(signed.join('.'))
  const signature = isEdwards
    ? sign(null, text, key)
    : sign('sha256', text, { key, dsaEncoding: 'ieee-p1363' })
  return `${signed.join('.')}.${signature.toString('base64url')}`
}
