import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import { type Mode, modes } from '../../kernel/mode.ts'
import { indexKeys } from '../../kernel/store/keys.ts'
import type { Table } from '../../kernel/store/table.ts'

/** Points at a pending delivery that somebody should have looked at: load it before deciding anything. */
export type OverdueDelivery = { mode: Mode; id: string }

const overdueRow = z.object({ mode: z.enum(modes), id: z.string() })

/** A mode's deliveries due at `until` or before, the longest overdue first, page by page. */
export async function* overdueDeliveries(
  table: Table,
  { mode, until }: { mode: Mode; until: Date },
): AsyncGenerator<OverdueDelivery[]> {
  let start: Record<string, unknown> | undefined
  do {
    const { Items, LastEvaluatedKey } = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        IndexName: 'due',
        KeyConditionExpression: 'duePk = :due AND dueSk <= :until',
        ExpressionAttributeValues: {
          ':due': indexKeys.dueDeliveries(mode),
          ':until': until.toISOString(),
        },
        Limit: 100,
        ...(start && { ExclusiveStartKey: start }),
      }),
    )
    yield z.array(overdueRow).parse(Items ?? [])
    start = LastEvaluatedKey
  } while (start)
}
