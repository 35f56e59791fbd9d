import type { FunctionRow } from '../function-row.ts'
import { functionVariables } from '../function-variables.ts'
import type { Reach } from './constructs/service-function.ts'

/** Lambda's limit for names and values of all variables of a function. */
const mostBytes = 4096
/** For what CloudFormation fills in, such as the Region in a queue's URL, and for the namespace of the metrics. */
const reservedBytes = 400

/** Says that the URLs of nodes do not fit into a function's environment, and by how much; undefined where they do. */
export function variablesTooLong(
  functions: Readonly<Record<string, FunctionRow>>,
  { names, tableName, keyArn, chainRpcUrls }: Omit<Reach, 'bundleOf' | 'tableArn'>,
): string | undefined {
  const around = { ...names, tableName, kmsKeyId: keyArn, chainRpcUrls }
  const sizes = Object.values(functions).map((row) =>
    Buffer.byteLength(Object.entries(functionVariables(row, around)).flat().join('')),
  )
  const surplus = Math.max(...sizes) + reservedBytes - mostBytes
  if (surplus <= 0) return undefined
  return `rpcUrls is about ${surplus} bytes too long: Lambda takes ${mostBytes} bytes of variables for a function. Name fewer nodes or chains (three nodes a chain are enough), or shorter URLs.`
}
