import * as z from 'zod'
import type { Fetch } from '../../../http/client/guarded-fetch.ts'
import {
  type CallerProof,
  identityQuery,
  invocationDigest,
  invocationHeader,
  stsHost,
} from './caller-proof.ts'

export type ProvenCallerDeps = { fetch: Fetch; region: string }

const timeoutMs = 3000
const maxLength = 10_000

const identity = z.object({
  GetCallerIdentityResponse: z.object({
    GetCallerIdentityResult: z.object({
      Arn: z
        .string()
        .regex(/^arn:[\w-]+:(iam|sts)::\d{12}:[\x21-\x7e]+$/)
        .max(2048),
    }),
  }),
})

/**
 * The ARN of the sender who signed a proof for this invocation, according to STS in this Region. Throws if STS rejects
 * it or gives no usable response in time.
 */
export async function provenCaller(
  { fetch: ask, region }: ProvenCallerDeps,
  { functionName, payload, proof }: { functionName: string; payload: unknown; proof: CallerProof },
): Promise<string> {
  const response = await ask(`https://${stsHost(region)}/?${queryOf(proof)}`, {
    headers: {
      accept: 'application/json',
      [invocationHeader]: invocationDigest(functionName, payload),
    },
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (!response.ok) throw new Error(`STS responded with status ${response.status}`)
  const text = await response.text()
  if (text.length > maxLength) throw new Error('the response of STS is too long')
  return identity.parse(JSON.parse(text)).GetCallerIdentityResponse.GetCallerIdentityResult.Arn
}

function queryOf({ credential, date, expiresSeconds, signature, securityToken }: CallerProof) {
  return new URLSearchParams({
    ...identityQuery,
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': credential,
    'X-Amz-Date': date,
    'X-Amz-Expires': String(expiresSeconds),
    'X-Amz-SignedHeaders': `host;${invocationHeader}`,
    ...(securityToken !== null && { 'X-Amz-Security-Token': securityToken }),
    'X-Amz-Signature': signature,
  })
}
