import {
  DeleteTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  ResourceNotFoundException,
  UpdateTableCommand,
} from '@aws-sdk/client-dynamodb'
import { KMSClient, ScheduleKeyDeletionCommand } from '@aws-sdk/client-kms'
import type { Settings } from '../settings.ts'
import type { PlacedStack } from '../stack-names.ts'
import { type Pause, pollMs, resourceOf } from './delete-stacks.ts'

/** A table, and the key that sealed the secrets in it. */
type KeptTable = { name: string; gigabytes: number; keyId: string | undefined }

/** Outlives the stacks: all payments, and the keys that encrypt some of them. */
export type KeptData = {
  /** The one in use first; after a restore, also the stack's own if it still exists. */
  tables: readonly KeptTable[]
  /** The stack's own. Another deployment's, of `keyArn`, is never deleted here: other tables may need it. */
  ownKeyId: string | undefined
  /** The stack's own, if it is gone. */
  goneTable: string | undefined
}

const keyWaitsDays = 30

/** The tables of a foundation and their keys, even if no table is left; of a deleted foundation, `name` is its id. */
export async function existingData(
  foundation: PlacedStack,
  { tableName, keyArn }: Pick<Settings, 'tableName' | 'keyArn'>,
): Promise<KeptData> {
  const [ownTable, ownKeyId] = await Promise.all([
    resourceOf(foundation, 'AWS::DynamoDB::Table'),
    resourceOf(foundation, 'AWS::KMS::Key'),
  ])
  const client = new DynamoDBClient({ region: foundation.region })
  const keyInUse = keyArn?.split('/').at(-1) ?? ownKeyId
  const restored = tableName === ownTable ? undefined : tableName
  const found = await Promise.all([
    restored === undefined ? undefined : sized(client, { name: restored, keyId: keyInUse }),
    ownTable === undefined ? undefined : sized(client, { name: ownTable, keyId: ownKeyId }),
  ])
  const tables = found.flatMap((table) => table ?? [])
  const isOwnLeft = tables.some(({ name }) => name === ownTable)
  return { tables, ownKeyId, goneTable: isOwnLeft ? undefined : ownTable }
}

/** Undefined if the table is gone, such as the one that had to be restored, or is being deleted. */
async function sized(
  client: DynamoDBClient,
  table: Pick<KeptTable, 'name' | 'keyId'>,
): Promise<KeptTable | undefined> {
  try {
    const { Table } = await client.send(new DescribeTableCommand({ TableName: table.name }))
    if (Table?.TableStatus === 'DELETING') return undefined
    return { ...table, gigabytes: (Table?.TableSizeBytes ?? 0) / 1e9 }
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined
    throw error
  }
}

/**
 * Returns the data without the tables of these names: the own key stays while a table needs it. Undefined names delete
 * nothing.
 */
export function withoutTables(
  { tables, ownKeyId, goneTable }: KeptData,
  deleted: readonly string[] | undefined,
): KeptData & { isKeyDeleted: boolean } {
  const left = tables.filter(({ name }) => !deleted?.includes(name))
  const isKeyDeleted =
    ownKeyId !== undefined && deleted !== undefined && left.every(({ keyId }) => keyId !== ownKeyId)
  return { goneTable, tables: left, ownKeyId: isKeyDeleted ? undefined : ownKeyId, isKeyDeleted }
}

/** Lifts the deletion protection, deletes the tables, and has AWS delete the key after 30 days if none is left that needs it. */
export async function deleteData(
  data: KeptData,
  { names, region, pause }: { names: readonly string[]; region: string; pause: Pause },
): Promise<void> {
  const client = new DynamoDBClient({ region })
  for (const name of names) await deleteTable(client, name, pause)
  if (data.ownKeyId === undefined || !withoutTables(data, names).isKeyDeleted) return
  const command = new ScheduleKeyDeletionCommand({
    KeyId: data.ownKeyId,
    PendingWindowInDays: keyWaitsDays,
  })
  await new KMSClient({ region }).send(command)
}

async function deleteTable(client: DynamoDBClient, TableName: string, pause: Pause): Promise<void> {
  const activeTable = async () => {
    for (;;) {
      const { Table } = await client.send(new DescribeTableCommand({ TableName }))
      if (Table?.TableStatus === 'ACTIVE') return Table
      await pause(pollMs)
    }
  }
  // A run before this one may have lifted it.
  if ((await activeTable()).DeletionProtectionEnabled) {
    await client.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: false }))
    await activeTable()
  }
  await client.send(new DeleteTableCommand({ TableName }))
}

/** Lines about what stays and costs, and how to delete it. USD per GB: 0.25 for storage, 0.20 for backups. */
export function keptLines({ tables, ownKeyId }: KeptData): string[] {
  const keyIds = new Set([...tables.map(({ keyId }) => keyId), ownKeyId])
  const known = [...keyIds].flatMap((keyId) => keyId ?? [])
  const [inUse] = tables
  return [
    ...tables.map(
      ({ name, gigabytes }) =>
        `Table     ${name}: ${(gigabytes * 0.45).toFixed(2)} USD a month with its backups`,
    ),
    ...known.map((keyId) => `KMS key   ${keyId}: 1.00 USD a month. ${neededBy(tables, keyId)}`),
    ...(inUse
      ? [
          `To use them again: "tableName": "${inUse.name}" and the ARN of ${inUse.keyId ? `key ${inUse.keyId}` : 'its key'} as "keyArn" in the context (docs/back-up-and-recover.md, "Back up and restore").`,
        ]
      : []),
    ...tables.map(({ name }) => `To delete it: ${tableDeletion(name)}`),
    ...known.map(
      (keyId) =>
        `Once no table and no backup needs it: aws kms schedule-key-deletion --key-id ${keyId}`,
    ),
  ]
}

function neededBy(tables: readonly KeptTable[], id: string): string {
  if (tables.length === 0) return 'Only backups of deleted tables may need it.'
  const names = tables.flatMap(({ name, keyId }) => (keyId === id ? [name] : []))
  if (names.length === 0) return 'It seals nothing in these tables.'
  return `Without it, the secrets in ${names.join(' and ')} can't be read.`
}

function tableDeletion(name: string): string {
  return `aws dynamodb update-table --table-name ${name} --no-deletion-protection-enabled; aws dynamodb delete-table --table-name ${name}`
}
