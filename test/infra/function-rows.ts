import type { FunctionRow } from '../../infra/function-row.ts'
import { functions } from '../../infra/functions.ts'

/** The rows of `infra/functions.ts`, by name. */
export const rows: readonly (readonly [string, FunctionRow])[] = Object.entries(functions)

/** Names of the functions whose rows are as asked for, sorted. */
export function named(isWanted: (row: FunctionRow) => boolean): string[] {
  return rows.flatMap(([name, row]) => (isWanted(row) ? [name] : [])).sort()
}
