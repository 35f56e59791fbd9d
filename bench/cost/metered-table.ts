import * as z from 'zod'
import { openDynamodb } from '../../infra/local/aws/dynamodb/open-dynamodb.ts'
import { tableSchema } from '../../shared/kernel/store/schema.ts'
import { countIfInvoked } from './meter.ts'
import { type Item, storedBytes, writeUnits } from './write-units.ts'

const item = z.record(z.string(), z.unknown())
const write = z.looseObject({ TableName: z.string(), Key: item.optional(), Item: item.optional() })
type Write = z.infer<typeof write>

const transaction = z.object({ TransactItems: z.array(z.record(z.string(), write)) })
const batch = z.object({
  RequestItems: z.record(
    z.string(),
    z.array(z.record(z.string(), z.looseObject({ Key: item.optional(), Item: item.optional() }))),
  ),
})

/** A DynamoDB in memory that counts what its table costs. */
export async function openMeteredTable() {
  const dynamodb = await openDynamodb({ path: undefined, now: () => new Date() })
  const ask = (operation: string, input: unknown) =>
    dynamodb.handle(operation, Buffer.from(JSON.stringify(input)))

  async function itemOf({ TableName, Key, Item }: Write): Promise<Item | undefined> {
    const { partitionKey, sortKey } = tableSchema
    const from = Key ?? Item ?? {}
    const key = { [partitionKey]: from[partitionKey], [sortKey]: from[sortKey] }
    const found = await ask('GetItem', { TableName, Key: key, ConsistentRead: true })
    return z.object({ Item: item.optional() }).parse(found).Item
  }

  async function metered(
    writes: readonly Write[],
    run: () => Promise<unknown>,
    inTransaction: boolean,
  ) {
    const before = await Promise.all(writes.map(itemOf))
    try {
      return await run()
    } finally {
      // A failed condition costs as much as a write that changes nothing.
      const after = await Promise.all(writes.map(itemOf))
      for (const [index] of writes.entries()) {
        const change = { before: before[index], after: after[index] }
        countIfInvoked('writeUnits', writeUnits(change, { inTransaction }))
        countIfInvoked('storedByteMonths', byteMonths(change.after) - byteMonths(change.before))
      }
    }
  }

  async function read(operation: string, input: object): Promise<unknown> {
    const response = await ask(operation, { ...input, ReturnConsumedCapacity: 'TOTAL' })
    const { ConsumedCapacity = [] } = consumed.parse(response)
    const units = [ConsumedCapacity].flat().reduce((sum, one) => sum + one.CapacityUnits, 0)
    // A read that finds nothing costs as much as one of a small item.
    const least = 'ConsistentRead' in input && input.ConsistentRead === true ? 1 : 0.5
    countIfInvoked('readUnits', Math.max(units, least))
    return response
  }

  return {
    handle: (operation: string, body: Buffer): Promise<unknown> => {
      const input: object = JSON.parse(body.toString('utf8'))
      const run = () => dynamodb.handle(operation, body)
      switch (operation) {
        case 'PutItem':
        case 'UpdateItem':
        case 'DeleteItem':
          return metered([write.parse(input)], run, false)
        case 'TransactWriteItems': {
          const { TransactItems } = transaction.parse(input)
          return metered(
            TransactItems.flatMap((one) => Object.values(one)),
            run,
            true,
          )
        }
        case 'BatchWriteItem': {
          const { RequestItems } = batch.parse(input)
          const writes = Object.entries(RequestItems).flatMap(([TableName, requests]) =>
            requests.flatMap((one) => Object.values(one).map((each) => ({ ...each, TableName }))),
          )
          return metered(writes, run, false)
        }
        case 'GetItem':
        case 'BatchGetItem':
        case 'Query':
        case 'Scan':
          return read(operation, input)
        default:
          return run()
      }
    },
  }
}

const capacity = z.object({ CapacityUnits: z.number() })
const consumed = z.object({ ConsumedCapacity: z.union([capacity, z.array(capacity)]).optional() })

/** DynamoDB deletes expired items within a few days. */
const deletionDays = 2

/** The bytes of an item in the next month, for as much of it as it stays. */
function byteMonths(stored: Item | undefined): number {
  if (!stored) return 0
  const ttl = expiry.parse(stored[tableSchema.ttlAttribute])
  const days = ttl ? (Number(ttl.N) * 1000 - Date.now()) / 86_400_000 + deletionDays : monthDays
  return storedBytes(stored) * (Math.min(days, monthDays) / monthDays)
}

const monthDays = 30
const expiry = z.object({ N: z.string() }).optional()
