import { functions } from '../../functions.ts'
import { isSignedBy } from '../aws/verify-signature.ts'
import type { Credential } from '../credentials.ts'
import { callers } from '../foundation.ts'
import type { SignedCall } from './invoke-api.ts'

/** Mirrors the roles on AWS: the operator's terminal may invoke any function, a function only those that its row names. */
export async function mayInvoke(
  { functionName, request, body }: SignedCall,
  credentialOf: (name: string) => Credential,
): Promise<boolean> {
  for (const name of [callers.operator, ...invokersOf(functionName)]) {
    if (await isSignedBy(request, body, credentialOf(name))) return true
  }
  return false
}

function invokersOf(functionName: string): string[] {
  return Object.entries(functions).flatMap(([name, { touches }]) => {
    const isItself = name === functionName && touches.invokesItself
    return isItself || touches.invokes?.some((other) => other === functionName) ? [name] : []
  })
}
