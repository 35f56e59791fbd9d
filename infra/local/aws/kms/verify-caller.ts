import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { ServiceCall } from '../json-service.ts'
import { WireError } from '../wire-error.ts'

type Secret = { secretAccessKey: string }

type Authorization = {
  accessKeyId: string
  /** `date/region/service/aws4_request`. */
  scope: string
  signedHeaders: readonly string[]
  signature: string
}

const pattern =
  /^AWS4-HMAC-SHA256 Credential=([^/,\s]+)\/([^,\s]+), ?SignedHeaders=([^,\s]+), ?Signature=([0-9a-f]{64})$/

/** Headers without which a signature says too little about the call. */
const mustBeSigned = ['host', 'x-amz-date', 'x-amz-target']

/**
 * Who made the call, proved by its Signature Version 4.
 * Source: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
export function verifyCaller<Caller extends Secret>(
  call: ServiceCall,
  callers: ReadonlyMap<string, Caller>,
): Caller {
  const authorization = parseAuthorization(call.headers.authorization)
  const caller = callers.get(authorization.accessKeyId)
  if (!caller) {
    const message = 'The security token included in the request is invalid.'
    throw new WireError('UnrecognizedClientException', message)
  }
  const expected = signatureOf(call, authorization, caller.secretAccessKey)
  const isComplete = mustBeSigned.every((name) => authorization.signedHeaders.includes(name))
  if (!isComplete || !timingSafeEqual(expected, Buffer.from(authorization.signature, 'hex'))) {
    const message = 'The request signature we calculated does not match the signature you provided.'
    throw new WireError('InvalidSignatureException', message)
  }
  return caller
}

function parseAuthorization(header: string | undefined): Authorization {
  const match = pattern.exec(header ?? '')
  const [, accessKeyId, scope, signedHeaders, signature] = match ?? []
  if (!accessKeyId || !scope || !signedHeaders || !signature) {
    const message = 'Request is missing Authentication Token'
    throw new WireError('MissingAuthenticationTokenException', message)
  }
  return { accessKeyId, scope, signedHeaders: signedHeaders.split(';'), signature }
}

function signatureOf(
  call: ServiceCall,
  { scope, signedHeaders }: Authorization,
  secretAccessKey: string,
): Buffer {
  const canonical = canonicalRequest(call, signedHeaders)
  const date = String(call.headers['x-amz-date'])
  const toSign = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n')
  const signingKey = scope.split('/').reduce(hmac, Buffer.from(`AWS4${secretAccessKey}`))
  return hmac(signingKey, toSign)
}

/** Calls of this protocol are all `POST /` without a query. */
function canonicalRequest(
  { headers, body }: ServiceCall,
  signedHeaders: readonly string[],
): string {
  const lines = signedHeaders.map((name) => {
    const value = String(headers[name] ?? '')
    return `${name}:${value.trim().replace(/\s+/g, ' ')}\n`
  })
  return ['POST', '/', '', lines.join(''), signedHeaders.join(';'), sha256(body)].join('\n')
}

function sha256(data: string | Buffer): string {
  return createHash('sha256').update(data).digest('hex')
}

function hmac(key: Buffer, data: string): Buffer {
  return createHmac('sha256', key).update(data).digest()
}
