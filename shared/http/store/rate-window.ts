import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import type { Table } from '../../kernel/store/table.ts'
import { httpKeys } from './keys.ts'

export type RateCount = {
  /** Requests in this window, this one included. */
  count: number
  /** Whole seconds until the next window, at least 1. */
  resetSeconds: number
}

const ttlSlackSeconds = 60

/**
 * Counts a request of `subject` in the window of `now`, a minute by default. Exact: however many concurrent requests
 * there are, no two get the same count.
 */
export async function countInWindow(
  table: Table,
  { subject, now, windowSeconds = 60 }: { subject: string; now: Date; windowSeconds?: number },
): Promise<RateCount> {
  const seconds = now.getTime() / 1000
  const windowStart = Math.floor(seconds / windowSeconds) * windowSeconds
  const windowEnd = windowStart + windowSeconds
  const { Attributes } = await table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key: httpKeys.rate(subject, windowStart),
      UpdateExpression: 'ADD #count :one SET #ttl = :ttl',
      ExpressionAttributeNames: { '#count': 'count', '#ttl': 'ttl' },
      ExpressionAttributeValues: { ':one': 1, ':ttl': windowEnd + ttlSlackSeconds },
      ReturnValues: 'UPDATED_NEW',
    }),
  )
  const { count } = z.object({ count: z.int() }).parse(Attributes)
  return { count, resetSeconds: Math.max(1, Math.ceil(windowEnd - seconds)) }
}
