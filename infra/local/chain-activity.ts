import { type DynamoDBClient, QueryCommand } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { localChains } from '../../shared/chain/registry/local-chains.ts'
import { modes } from '../../shared/kernel/mode.ts'
import { indexKeys } from '../../shared/kernel/store/index-keys.ts'
import { shardCount } from '../../shared/kernel/store/shard-count.ts'
import { shardKeys } from '../../shared/kernel/store/shards.ts'

/**
 * Returns whether any session is open, its payment undecided, or money is on its way to a payout wallet. The chains must
 * then keep producing blocks.
 */
export async function mustMine(client: DynamoDBClient, tableName: string): Promise<boolean> {
  const sweeps = localChains.map(({ mode, chainId }) => indexKeys.dueSweeps(mode, chainId))
  const table = { client: DynamoDBDocumentClient.from(client), name: tableName }
  const sessions = await Promise.all(
    modes.map(async (mode) =>
      shardKeys(indexKeys.dueSessions(mode), await shardCount(table, mode)),
    ),
  )
  const partitions = [...sessions.flat(), ...sweeps]
  const counts = await Promise.all(
    partitions.map((partition) => countOne(client, tableName, partition)),
  )
  return counts.some((count) => count > 0)
}

/** Returns 0 or 1. */
async function countOne(
  client: DynamoDBClient,
  tableName: string,
  partition: string,
): Promise<number> {
  const { Count = 0 } = await client.send(
    new QueryCommand({
      TableName: tableName,
      IndexName: 'due',
      Select: 'COUNT',
      Limit: 1,
      KeyConditionExpression: 'duePk = :due',
      ExpressionAttributeValues: { ':due': { S: partition } },
    }),
  )
  return Count
}
