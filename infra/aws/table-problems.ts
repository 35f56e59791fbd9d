import { isDeepStrictEqual } from 'node:util'
import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  type DynamoDBClient,
  type GlobalSecondaryIndex,
  type GlobalSecondaryIndexDescription,
  type TableDescription,
} from '@aws-sdk/client-dynamodb'
import { tableSchema } from '../../shared/kernel/store/schema.ts'
import { tableDefinition } from '../local/aws/table.ts'

type FoundTable = {
  table: TableDescription
  /** The attribute by which items expire, if they do. */
  ttlAttribute: string | undefined
  hasPointInTimeRecovery: boolean
}

/** Rejects with a `ResourceNotFoundException` if there is no such table. */
export async function readTable(client: DynamoDBClient, TableName: string): Promise<FoundTable> {
  const [{ Table: table = {} }, { TimeToLiveDescription: ttl }, backups] = await Promise.all([
    client.send(new DescribeTableCommand({ TableName })),
    client.send(new DescribeTimeToLiveCommand({ TableName })),
    client.send(new DescribeContinuousBackupsCommand({ TableName })),
  ])
  const isExpiring = ['ENABLED', 'ENABLING'].includes(ttl?.TimeToLiveStatus ?? '')
  const recovery = backups.ContinuousBackupsDescription?.PointInTimeRecoveryDescription
  return {
    table,
    ttlAttribute: isExpiring ? ttl?.AttributeName : undefined,
    hasPointInTimeRecovery: recovery?.PointInTimeRecoveryStatus === 'ENABLED',
  }
}

/** Returns what to do before functions can use a table outside CloudFormation, one line each; none if they can. */
export function tableProblems(found: FoundTable): string[] {
  const { table, ttlAttribute, hasPointInTimeRecovery } = found
  const { TableName: name = '', TableStatus: status } = table
  if (status !== 'ACTIVE') return [`Wait until it is ACTIVE: it is ${status}.`]
  const { GlobalSecondaryIndexes: needed } = tableDefinition(name)
  const isTtlOn = ttlAttribute === tableSchema.ttlAttribute
  const { expire, recover, protect } = commandsOf(name)
  return [
    ...needed.flatMap((index) => indexProblem(table, index) ?? []),
    ...(isTtlOn ? [] : [`Have items expire: ${expire}`]),
    ...(hasPointInTimeRecovery ? [] : [`Enable point-in-time recovery: ${recover}`]),
    ...(table.DeletionProtectionEnabled ? [] : [`Protect it from deletion: ${protect}`]),
  ]
}

function commandsOf(table: string) {
  const of = (action: string) => `aws dynamodb ${action} --table-name ${table}`
  return {
    expire: `${of('update-time-to-live')} --time-to-live-specification Enabled=true,AttributeName=${tableSchema.ttlAttribute}`,
    recover: `${of('update-continuous-backups')} --point-in-time-recovery-specification PointInTimeRecoveryEnabled=true`,
    protect: `${of('update-table')} --deletion-protection-enabled`,
    changeIndex: (change: object) =>
      `${of('update-table')} --global-secondary-index-updates '${JSON.stringify([change])}'`,
  }
}

function indexProblem(
  { TableName: table = '', GlobalSecondaryIndexes: indexes = [] }: TableDescription,
  needed: GlobalSecondaryIndex,
): string | undefined {
  const { IndexName, KeySchema = [] } = needed
  const found = indexes.find((index) => index.IndexName === IndexName)
  const { changeIndex } = commandsOf(table)
  if (!found) {
    const names = KeySchema.map(
      ({ AttributeName }) => `AttributeName=${AttributeName},AttributeType=S`,
    )
    const command = `${changeIndex({ Create: needed })} --attribute-definitions ${names.join(' ')}`
    return `Create the index ${IndexName}, one at a time, and wait until it is ACTIVE: ${command}`
  }
  if (!isSame(found, needed)) {
    return `Delete the index ${IndexName}, which has other keys or attributes than this version needs, then run npm run deploy again: ${changeIndex({ Delete: { IndexName } })}`
  }
  if (found.IndexStatus === 'ACTIVE') return undefined
  return `Wait until the index ${IndexName} is ACTIVE: it is ${found.IndexStatus}.`
}

function isSame(found: GlobalSecondaryIndexDescription, needed: GlobalSecondaryIndex): boolean {
  return isDeepStrictEqual(shapeOf(found), shapeOf(needed))
}

function shapeOf({ KeySchema = [], Projection }: GlobalSecondaryIndexDescription) {
  return {
    keys: KeySchema.map(({ AttributeName, KeyType }) => [AttributeName, KeyType]),
    projection: Projection?.ProjectionType,
    attributes: Projection?.NonKeyAttributes?.toSorted(),
  }
}
