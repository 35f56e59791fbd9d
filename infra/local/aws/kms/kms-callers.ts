import type { FunctionRow } from '../../../function-row.ts'
import type { Credential } from '../../credentials.ts'
import type { KmsCaller } from './start-kms.ts'

/** The key's policy: every function under its own credential, with the purposes of its row. */
export function kmsCallers(
  functions: Readonly<Record<string, FunctionRow>>,
  credentialOf: (name: string) => Credential,
): ReadonlyMap<string, KmsCaller> {
  const rows = Object.entries(functions).map(([name, { touches }]) => {
    const { accessKeyId, secretAccessKey } = credentialOf(name)
    const { encrypts = [], decrypts = [] } = touches
    return [accessKeyId, { secretAccessKey, name, encrypts, decrypts }] as const
  })
  return new Map(rows)
}
