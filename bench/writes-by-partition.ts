import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { GetItemCommand } from '@aws-sdk/client-dynamodb'
import * as z from 'zod'
import { tableSchema } from '../shared/kernel/store/schema.ts'
import type { Table } from '../shared/kernel/store/table.ts'
import { type AwsCall, type AwsResponse, aroundAwsCalls } from '../test/aws-calls.ts'
import { conflictRule, type KeyedWrite } from './conflicts.ts'
import { type Item, type PartitionUnits, unitsByPartition } from './cost/write-units.ts'

const text = z.object({ S: z.string() })
const key = z.object({ [tableSchema.partitionKey]: text, [tableSchema.sortKey]: text })
const action = z.looseObject({ Item: key.optional(), Key: key.optional() })
const request = z.looseObject({
  ...action.shape,
  TransactItems: z.array(z.record(z.string(), action)).optional(),
})
type Key = z.infer<typeof key>

/**
 * Runs `work`, and counts its writes to a table by partition, by DynamoDB's rules. `retries` are those that were refused,
 * `conflicts` those of them that met a running transaction.
 */
export async function writesByPartition(table: Table, work: () => Promise<void>) {
  const partitions: Partitions = new Map()
  const { guard, overlaps } = conflictRule()
  let retries = 0
  await aroundAwsCalls(async (call, send) => {
    if (!writing.has(call.operation)) return send()
    const written = keysOf(call)
    const items = () => Promise.all(written.map((each) => itemOf(table, each)))
    const inTransaction = call.operation === 'TransactWriteItems'
    const response = await guard(keyedWrite(written, inTransaction), async () => {
      const before = await items()
      const { isDone, copy } = await outcomeOf(await send())
      const after = isDone ? await items() : []
      for (const [index, item] of after.entries()) {
        note(
          partitions,
          unitsByPartition({ before: before[index], after: item }, { inTransaction }),
        )
      }
      return copy
    })
    if (response.response.statusCode !== 200) retries += 1
    return response
  }, work)
  return { partitions: [...partitions.values()], retries, ...overlaps }
}

type Partitions = Map<string, PartitionUnits>

function note(partitions: Partitions, added: readonly PartitionUnits[]): void {
  for (const { index, key, units } of added) {
    const name = `${index} ${key}`
    const before = partitions.get(name)?.units ?? 0
    partitions.set(name, { index, key, units: before + units })
  }
}

function keyedWrite(written: readonly Key[], isTransaction: boolean): KeyedWrite {
  return { keys: written.map((each) => JSON.stringify(each)), isTransaction }
}

const writing = new Set(['TransactWriteItems', 'PutItem', 'UpdateItem', 'DeleteItem'])

async function outcomeOf({ response }: AwsResponse) {
  const body = await buffer(response.body)
  const copy = { response: Object.assign(response, { body: Readable.from([body]) }) }
  return { isDone: response.statusCode === 200, copy }
}

function keysOf({ body }: AwsCall): Key[] {
  const { TransactItems, ...single } = request.parse(JSON.parse(body))
  const actions = TransactItems?.flatMap((one) => Object.values(one)) ?? [single]
  return actions.flatMap(({ Item, Key }) => Key ?? Item ?? [])
}

/** With its types, as on the wire. */
async function itemOf({ client, name }: Table, Key: Key): Promise<Item | undefined> {
  const command = new GetItemCommand({ TableName: name, Key, ConsistentRead: true })
  return (await client.send(command)).Item
}
