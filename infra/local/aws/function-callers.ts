import type { FunctionRow } from '../../function-row.ts'
import type { Credential } from '../credentials.ts'

/** A function under its own credential, and what it may do, by access key id. */
export function functionCallers<Rights>(
  functions: Readonly<Record<string, FunctionRow>>,
  credentialOf: (name: string) => Credential,
  rightsOf: (row: FunctionRow) => Rights,
): ReadonlyMap<string, Rights & { name: string; secretAccessKey: string }> {
  const rows = Object.entries(functions).map(([name, row]) => {
    const { accessKeyId, secretAccessKey } = credentialOf(name)
    return [accessKeyId, { ...rightsOf(row), name, secretAccessKey }] as const
  })
  return new Map(rows)
}
