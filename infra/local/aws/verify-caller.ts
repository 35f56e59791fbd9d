import type { ServiceCall } from './json-service.ts'
import { accessKeyIdOf } from './local-caller.ts'
import { isSignedBy } from './verify-signature.ts'
import { WireError } from './wire-error.ts'

/** Returns the caller, authenticated by its Signature Version 4. */
export async function verifyCaller<Caller extends { secretAccessKey: string }>(
  { headers, body }: ServiceCall,
  callers: ReadonlyMap<string, Caller>,
): Promise<Caller> {
  const accessKeyId = accessKeyIdOf(headers)
  if (accessKeyId === undefined) {
    const message = 'Request is missing Authentication Token'
    throw new WireError('MissingAuthenticationTokenException', message)
  }
  const caller = callers.get(accessKeyId)
  if (!caller) {
    const message = 'The security token included in the request is invalid.'
    throw new WireError('UnrecognizedClientException', message)
  }
  const { secretAccessKey } = caller
  const request = { method: 'POST', url: '/', headers }
  if (!(await isSignedBy(request, body, { accessKeyId, secretAccessKey }))) {
    const message = 'The request signature we calculated does not match the signature you provided.'
    throw new WireError('InvalidSignatureException', message)
  }
  return caller
}
