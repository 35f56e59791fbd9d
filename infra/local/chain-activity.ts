import { type DynamoDBClient, QueryCommand } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { localChains } from '../../shared/chain/registry/local-chains.ts'
import { modes } from '../../shared/kernel/mode.ts'
import { indexKeys } from '../../shared/kernel/store/index-keys.ts'
import { shardCount } from '../../shared/kernel/store/shard-count.ts'
import { shardKeys } from '../../shared/kernel/store/shards.ts'
import { refundPartitions } from '../../shared/money/refunds/store/keys.ts'

/**
 * Returns whether any session is open, its payment undecided, or money is on its way to a payout wallet or back to a
 * customer. The chains must then keep producing blocks.
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
  const counts = await Promise.all([
    ...partitions.map((partition) => count(client, tableName, { partition, limit: 1 })),
    // Others wait for their owner, and for no block.
    ...modes.map((mode) =>
      count(client, tableName, { partition: refundPartitions.dueRefunds(mode), status: 'sent' }),
    ),
  ])
  return counts.some((count) => count > 0)
}

/** How many are due, of a status if one is given; at most `limit`. */
async function count(
  client: DynamoDBClient,
  tableName: string,
  { partition, limit, status }: { partition: string; limit?: number; status?: string },
): Promise<number> {
  const { Count = 0 } = await client.send(
    new QueryCommand({
      TableName: tableName,
      IndexName: 'due',
      Select: 'COUNT',
      Limit: limit,
      KeyConditionExpression: 'duePk = :due',
      ...(status && {
        FilterExpression: '#status = :status',
        ExpressionAttributeNames: { '#status': 'status' },
      }),
      ExpressionAttributeValues: {
        ':due': { S: partition },
        ...(status && { ':status': { S: status } }),
      },
    }),
  )
  return Count
}
