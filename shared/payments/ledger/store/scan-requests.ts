import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { unmarshall } from '@aws-sdk/util-dynamodb'
import * as z from 'zod'
import type { Mode } from '../../../kernel/mode.ts'
import { moment } from '../../../kernel/store/codecs.ts'
import type { Table } from '../../../kernel/store/table.ts'
import { ledgerKeys } from './keys.ts'

/** Who requests a scan: the open page by itself, the customer with a button, or a callback about an order at a provider. */
export type ScanAsker = 'page' | 'customer' | `order#${string}`

export type ScanClaim = { granted: true } | { granted: false; againAt: Date }

const scanRequest = z.lazy(() => z.object({ againAt: moment }))

/** Grants a scan of a session at most once per `everyMs` and asker, even to concurrent requests. */
export async function claimScan(
  table: Table,
  { mode, sessionId, asker }: { mode: Mode; sessionId: string; asker: ScanAsker },
  { everyMs, now }: { everyMs: number; now: Date },
): Promise<ScanClaim> {
  const nextAt = new Date(now.getTime() + everyMs)
  try {
    await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: ledgerKeys.scanRequest(mode, sessionId, asker),
        UpdateExpression: 'SET #againAt = :againAt, #ttl = :ttl',
        ConditionExpression: 'attribute_not_exists(#againAt) OR #againAt <= :now',
        ExpressionAttributeNames: { '#againAt': 'againAt', '#ttl': 'ttl' },
        ExpressionAttributeValues: {
          ':againAt': nextAt.toISOString(),
          ':now': now.toISOString(),
          ':ttl': Math.ceil(nextAt.getTime() / 1000) + ttlSlackSeconds,
        },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    )
    return { granted: true }
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException) || !error.Item) throw error
    const { againAt } = scanRequest.parse(unmarshall(error.Item))
    return { granted: false, againAt }
  }
}

/** DynamoDB deletes the item some time after this; the condition doesn't depend on it. */
const ttlSlackSeconds = 3600
