import { CloudFormationClient, paginateDescribeStacks } from '@aws-sdk/client-cloudformation'
import { presentOutput } from '../references.ts'
import type { KeptData } from './kept-data.ts'

/** The names of the tables and the ids of the keys that deployments in this Region use, but for the stack with this id. */
export async function usedData(region: string, except?: string): Promise<ReadonlySet<string>> {
  const outputs = new Set([presentOutput('table'), presentOutput('key')])
  const client = new CloudFormationClient({ region })
  const pages = await Array.fromAsync(paginateDescribeStacks({ client }, {}))
  const used = pages
    .flatMap(({ Stacks = [] }) => Stacks)
    .filter(({ StackId }) => StackId !== except)
    .flatMap(({ Outputs = [] }) => Outputs)
    .filter(({ OutputKey = '' }) => outputs.has(OutputKey))
  return new Set(used.flatMap(({ OutputValue }) => OutputValue?.split('/').at(-1) ?? []))
}

/** The data without what is used. A key stays as long as one of its tables is. Undefined if nothing is left. */
export function withoutUsed(data: KeptData, used: ReadonlySet<string>): KeptData | undefined {
  const tables = data.tables.filter(({ name }) => !used.has(name))
  const isKeyUsed = tables.length < data.tables.length || used.has(`${data.ownKeyId}`)
  const ownKeyId = isKeyUsed ? undefined : data.ownKeyId
  return tables.length === 0 && ownKeyId === undefined ? undefined : { ...data, tables, ownKeyId }
}
