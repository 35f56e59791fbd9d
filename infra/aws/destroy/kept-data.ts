import {
  DeleteTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  UpdateTableCommand,
} from '@aws-sdk/client-dynamodb'
import { KMSClient, ScheduleKeyDeletionCommand } from '@aws-sdk/client-kms'
import { type Pause, pollMs, resourceOf } from './delete-stacks.ts'
import type { PlacedStack } from './stack-names.ts'

/** What outlives the stacks: all payments, and the key of what is encrypted among them. */
export type KeptData = { tableName: string; gigabytes: number; keyId: string | undefined }

const keyWaitsDays = 30

/** The table and the key of a foundation. Undefined if it has none. */
export async function keptData(foundation: PlacedStack): Promise<KeptData | undefined> {
  const [tableName, keyId] = await Promise.all([
    resourceOf(foundation, 'AWS::DynamoDB::Table'),
    resourceOf(foundation, 'AWS::KMS::Key'),
  ])
  if (tableName === undefined) return undefined
  const client = new DynamoDBClient({ region: foundation.region })
  const { Table } = await client.send(new DescribeTableCommand({ TableName: tableName }))
  return { tableName, gigabytes: (Table?.TableSizeBytes ?? 0) / 1e9, keyId }
}

/** Lifts the deletion protection, deletes the table, and has AWS delete the key after 30 days. */
export async function deleteData(
  { tableName, keyId }: KeptData,
  { region, pause }: { region: string; pause: Pause },
): Promise<void> {
  const client = new DynamoDBClient({ region })
  const table = { TableName: tableName }
  await client.send(new UpdateTableCommand({ ...table, DeletionProtectionEnabled: false }))
  const isActive = async () =>
    (await client.send(new DescribeTableCommand(table))).Table?.TableStatus === 'ACTIVE'
  while (!(await isActive())) await pause(pollMs)
  await client.send(new DeleteTableCommand(table))
  if (keyId === undefined) return
  const command = new ScheduleKeyDeletionCommand({
    KeyId: keyId,
    PendingWindowInDays: keyWaitsDays,
  })
  await new KMSClient({ region }).send(command)
}

/** What stays and costs, with how to delete it. USD by list prices: 0.25 per GB of storage and 0.20 of backups. */
export function keptLines({ tableName, gigabytes, keyId }: KeptData): string[] {
  const stored = (gigabytes * 0.45).toFixed(2)
  const key =
    keyId === undefined
      ? []
      : [`KMS key   ${keyId}: 1.00 USD a month. Without it, the table's secrets can't be read.`]
  return [
    `Table     ${tableName}: ${stored} USD a month with its backups`,
    ...key,
    `To use them again: "tableName": "${tableName}" and the key's ARN as "keyArn" in the context (docs/operating.md, "Back up and restore").`,
    `To delete them: aws dynamodb update-table --table-name ${tableName} --no-deletion-protection-enabled; aws dynamodb delete-table --table-name ${tableName}${keyId === undefined ? '' : `; aws kms schedule-key-deletion --key-id ${keyId}`}`,
  ]
}
