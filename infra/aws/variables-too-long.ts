import type { FunctionRow } from '../function-row.ts'
import { functionVariables } from '../function-variables.ts'
import type { Deployment } from './constructs/service-function.ts'

/** Lambda's limit for the names and values of all environment variables of a function. */
const maxBytes = 4096
/** For values that CloudFormation resolves, such as the Region in a queue's URL, and for the metrics namespace. */
const reservedBytes = 400

/** Returns an error if the node URLs don't fit into a function's environment; undefined if they do. */
export function variablesTooLong(
  functions: Readonly<Record<string, FunctionRow>>,
  { names, tableName, keyArn, chainRpcUrls }: Omit<Deployment, 'bundleOf' | 'tableArn'>,
): string | undefined {
  const resources = { ...names, tableName, kmsKeyId: keyArn, chainRpcUrls }
  const sizes = Object.values(functions).map((row) =>
    Buffer.byteLength(Object.entries(functionVariables(row, resources)).flat().join('')),
  )
  const surplus = Math.max(...sizes) + reservedBytes - maxBytes
  if (surplus <= 0) return undefined
  return `rpcUrls is about ${surplus} bytes too long: Lambda allows ${maxBytes} bytes of environment variables per function. Use fewer nodes or chains (three nodes per chain are enough), or shorter URLs.`
}
