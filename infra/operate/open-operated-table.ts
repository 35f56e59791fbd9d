import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { Table } from '../../shared/kernel/store/table.ts'
import { readInstanceFile } from '../local/instance-file.ts'
import type { OpenTable } from './command.ts'
import type { OperateConfig } from './config.ts'

/** Opens tables of the deployment on AWS, or of the instance on this machine, with the rights of who runs the command. */
export function openingTables({
  dataDir,
  functionPrefix,
}: Pick<OperateConfig, 'dataDir' | 'functionPrefix'>): OpenTable {
  return async (name) => {
    const instance = functionPrefix === undefined ? await readInstanceFile(dataDir) : undefined
    if (!instance) return tableOf(name, {})
    const { awsEndpoints, operator } = instance
    const endpoint = awsEndpoints.dynamodb
    return tableOf(name, { endpoint, region: 'us-east-1', credentials: operator })
  }
}

/** A table that has just been created accepts fewer writes at first, so they are repeated for longer. */
function tableOf(name: string, access: DynamoDBClientConfig): Table {
  const client = new DynamoDBClient({ maxAttempts: 12, ...access })
  return { client: DynamoDBDocumentClient.from(client), name }
}
