import { type DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb'
import { keys } from '../../shared/kernel/store/keys.ts'
import { isOlderRelease } from '../../shared/records/settings/rules/lowest-release.ts'
import { version } from '../build/release.ts'
import { OperateError } from '../operate/operate-error.ts'

/**
 * Throws an `OperateError` if this release can't read the table, before anything is deployed: half-read, its open sessions
 * would be looked at no more. A table without settings is of a first deployment that failed, and has nothing yet.
 */
export async function requireRelease(client: DynamoDBClient, TableName: string): Promise<void> {
  const { pk, sk } = keys.settings('live')
  const { Item } = await client.send(
    new GetItemCommand({
      TableName,
      Key: { pk: { S: pk }, sk: { S: sk } },
      ProjectionExpression: 'pk, sk, lowestRelease',
      ConsistentRead: true,
    }),
  )
  if (!Item) return
  const needed = Item['lowestRelease']?.S
  const own = version()
  if (needed === undefined) throw new OperateError(unreleased(TableName))
  if (!isOlderRelease(own, needed)) return
  throw new OperateError(
    `The table ${TableName} needs Quittance ${needed} or newer, and this is ${own}. Nothing was deployed.`,
  )
}

function unreleased(table: string): string {
  return `The table ${table} was made by an unreleased state of Quittance, which this version can't read. Nothing was deployed. It has a wallet: deploy the commit that made it to move its money out, or run npm run recover with its mnemonic, and keep the table until then. To start a new one, set "prefix" in cdk.json to another name.`
}
