import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { SignatureV4 } from '@smithy/signature-v4'
import type { Credential } from '../credentials.ts'
import { Sha256 } from './sha256.ts'

/** Whether the request carries a signature (version 4) made with exactly this credential. */
export async function isSignedBy(
  request: IncomingMessage,
  body: Uint8Array,
  credential: Credential,
): Promise<boolean> {
  const given = request.headers.authorization ?? ''
  const date = parseDate(String(request.headers['x-amz-date']))
  const scope = /Credential=[^/]+\/\d+\/([^/]+)\/([^/]+)\//.exec(given)
  if (!date || !scope?.[1] || !scope[2]) return false
  const signer = new SignatureV4({
    credentials: credential,
    region: scope[1],
    service: scope[2],
    sha256: Sha256,
  })
  const { headers } = await signer.sign(
    {
      method: request.method ?? '',
      protocol: 'http:',
      hostname: '127.0.0.1',
      path: request.url ?? '',
      headers: signedHeaders(request, given),
      body,
    },
    { signingDate: date },
  )
  const expected = Buffer.from(headers['authorization'] ?? '')
  const actual = Buffer.from(given)
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}

function signedHeaders(request: IncomingMessage, authorization: string): Record<string, string> {
  const names = /SignedHeaders=([^,]+)/.exec(authorization)?.[1]?.split(';') ?? []
  return Object.fromEntries(names.map((name) => [name, String(request.headers[name] ?? '')]))
}

/** `20261127T094107Z`. */
function parseDate(text: string): Date | undefined {
  const iso = text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z')
  const date = new Date(iso)
  return Number.isNaN(date.getTime()) ? undefined : date
}
