import { createHash } from 'node:crypto'
import * as z from 'zod'

/**
 * A GetCallerIdentity request to AWS STS that its sender signed and that we send: STS then returns the sender's
 * identity. It has no URL, so its sender can't choose where it goes.
 */
export const callerProof = z.strictObject({
  /** The value of `X-Amz-Credential`. */
  credential: z.string().regex(/^[A-Z0-9]{16,128}\/\d{8}\/[a-z0-9-]{1,30}\/sts\/aws4_request$/),
  date: z.string().regex(/^\d{8}T\d{6}Z$/),
  expiresSeconds: z.int().min(1).max(60),
  signature: z.string().regex(/^[0-9a-f]{64}$/),
  securityToken: z.string().max(8192).nullable(),
})

export type CallerProof = z.infer<typeof callerProof>

/** The signed header that binds a proof to one invocation. */
export const invocationHeader = 'x-quittance-invocation'

/** The value of that header: a digest of the function's name and its payload. */
export function invocationDigest(functionName: string, payload: unknown): string {
  const text = JSON.stringify([functionName, payload])
  return createHash('sha256').update(text).digest('hex')
}

/** The host of STS in a Region. */
export function stsHost(region: string): string {
  return `sts.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`
}

/** The query of the request, without the signature's parameters. */
export const identityQuery = { Action: 'GetCallerIdentity', Version: '2011-06-15' } as const
