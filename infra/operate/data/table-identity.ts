import { createHash } from 'node:crypto'
import { DescribeTableCommand } from '@aws-sdk/client-dynamodb'
import type { Table } from '../../../shared/kernel/store/table.ts'

/** A digest of which table it is: the same name may be another table in another account, or a later one. */
export async function tableIdentity({ client, name }: Table): Promise<string> {
  const { Table: table } = await client.send(new DescribeTableCommand({ TableName: name }))
  const identity = `${table?.TableArn} ${table?.CreationDateTime?.toISOString()}`
  return createHash('sha256').update(identity).digest('hex').slice(0, 16)
}
