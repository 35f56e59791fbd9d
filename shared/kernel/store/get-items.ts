import { BatchGetCommand } from '@aws-sdk/lib-dynamodb'
import type { Key } from './keys.ts'
import type { Table } from './table.ts'
import { backOff } from './transact.ts'

type Item = Record<string, unknown>

const batchSize = 100

/**
 * The existing items of those named (any number, each once), in no particular order. DynamoDB omits keys of a batch
 * that is over 16 MB or throttled, but serves at least one. The omitted ones are requested again until none is left.
 */
export async function getItems(
  table: Table,
  wanted: readonly Key[],
  { consistent }: { consistent: boolean },
): Promise<Item[]> {
  const found: Item[] = []
  let waiting: Item[] = [...wanted]
  for (let postponed = 0; waiting.length > 0; ) {
    const { Responses, UnprocessedKeys } = await table.client.send(
      new BatchGetCommand({
        RequestItems: {
          [table.name]: { Keys: waiting.slice(0, batchSize), ConsistentRead: consistent },
        },
      }),
    )
    found.push(...(Responses?.[table.name] ?? []))
    const left = UnprocessedKeys?.[table.name]?.Keys ?? []
    waiting = [...left, ...waiting.slice(batchSize)]
    if (left.length > 0) await backOff(++postponed)
  }
  return found
}
