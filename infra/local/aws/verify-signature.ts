import { timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { SignatureV4 } from '@smithy/signature-v4'
import { Sha256 } from '../../../shared/aws/sha256.ts'
import type { Credential } from '../credentials.ts'

const contentHash = 'x-amz-content-sha256'

/**
 * Returns whether the request has a valid signature (version 4) of exactly this credential, which covers its body, its host
 * and all `x-amz-` headers.
 */
export async function isSignedBy(
  { method = '', url = '', headers }: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
  body: Uint8Array,
  credential: Credential,
): Promise<boolean> {
  const given = headers.authorization ?? ''
  const date = parseDate(String(headers['x-amz-date']))
  const scope = /Credential=[^/]+\/\d+\/([^/]+)\/([^/]+)\//.exec(given)
  const names = /SignedHeaders=([^,]+)/.exec(given)?.[1]?.split(';') ?? []
  if (!date || !scope?.[1] || !scope[2] || !mustBeSigned(headers).every((n) => names.includes(n))) {
    return false
  }
  const signer = new SignatureV4({
    credentials: credential,
    region: scope[1],
    service: scope[2],
    sha256: Sha256,
    applyChecksum: names.includes(contentHash),
  })
  // The hash must be computed again: the signer would trust the one in the request.
  const signed = names.filter((name) => name !== contentHash)
  const values = signed.map((name) => [name, String(headers[name] ?? '')])
  const request = { method, protocol: 'http:', hostname: '127.0.0.1', path: url, body }
  const { headers: expected } = await signer.sign(
    { ...request, headers: Object.fromEntries(values) },
    { signingDate: date },
  )
  return areSame(given, expected['authorization'] ?? '')
}

function mustBeSigned(headers: IncomingHttpHeaders): string[] {
  return ['host', ...Object.keys(headers).filter((name) => name.startsWith('x-amz-'))]
}

function areSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** `20261127T094107Z`. */
function parseDate(text: string): Date | undefined {
  const iso = text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z')
  const date = new Date(iso)
  return Number.isNaN(date.getTime()) ? undefined : date
}
