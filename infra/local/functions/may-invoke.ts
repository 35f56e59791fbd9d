import { functions } from '../../functions.ts'
import { isSignedBy } from '../aws/verify-signature.ts'
import type { Credential } from '../credentials.ts'
import { callers } from '../foundation.ts'
import type { SignedCall } from './invoke-api.ts'

/** As the roles on AWS: the operator's terminal invokes any function, and a function at most itself. */
export async function mayInvoke(
  { functionName, request, body }: SignedCall,
  credentialOf: (name: string) => Credential,
): Promise<boolean> {
  if (await isSignedBy(request, body, credentialOf(callers.operator))) return true
  if (!functions[functionName]?.touches.invokesItself) return false
  return isSignedBy(request, body, credentialOf(functionName))
}
