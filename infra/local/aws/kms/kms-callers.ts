import type { FunctionRow } from '../../../function-row.ts'
import type { Credential } from '../../credentials.ts'
import { functionCallers } from '../function-callers.ts'
import type { KmsCaller } from './start-kms.ts'

/** The key's policy: every function under its own credential, with the purposes of its row. */
export function kmsCallers(
  functions: Readonly<Record<string, FunctionRow>>,
  credentialOf: (name: string) => Credential,
): ReadonlyMap<string, KmsCaller> {
  return functionCallers(
    functions,
    credentialOf,
    ({ touches: { encrypts = [], decrypts = [] } }) => ({
      encrypts,
      decrypts,
    }),
  )
}
