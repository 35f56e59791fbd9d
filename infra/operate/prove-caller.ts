import { SignatureV4 } from '@smithy/signature-v4'
import {
  type CallerProof,
  identityQuery,
  invocationDigest,
  invocationHeader,
  stsHost,
} from '../../shared/admin/operators/caller-identity/caller-proof.ts'
import { Sha256 } from '../../shared/aws/sha256.ts'

type Signer = {
  region: string
  credentials: ConstructorParameters<typeof SignatureV4>[0]['credentials']
}

const expiresSeconds = 60

/** Creates a proof with which the invoked function can identify its caller, for this invocation only. Sends nothing. */
export async function proveCaller(
  { region, credentials }: Signer,
  { functionName, payload }: { functionName: string; payload: unknown },
): Promise<CallerProof> {
  const signer = new SignatureV4({ credentials, region, service: 'sts', sha256: Sha256 })
  const hostname = stsHost(region)
  const { query = {} } = await signer.presign(
    {
      method: 'GET',
      protocol: 'https:',
      hostname,
      path: '/',
      query: { ...identityQuery },
      headers: { host: hostname, [invocationHeader]: invocationDigest(functionName, payload) },
    },
    { expiresIn: expiresSeconds },
  )
  const text = (name: string) => String(query[name] ?? '')
  return {
    credential: text('X-Amz-Credential'),
    date: text('X-Amz-Date'),
    expiresSeconds,
    signature: text('X-Amz-Signature'),
    securityToken: text('X-Amz-Security-Token') || null,
  }
}
