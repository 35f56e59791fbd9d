import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import * as z from 'zod'
import { tableSchema } from '../shared/kernel/store/schema.ts'
import { type AwsCall, type AwsResponse, aroundAwsCalls } from '../test/aws-calls.ts'

/** Write units that a partition of the table or of an index got. */
export type Partition = { index: string; key: string; units: number }

const text = z.object({ S: z.string() })
const values = z.record(z.string(), z.unknown())
const action = z.looseObject({
  Item: values.optional(),
  Key: values.optional(),
  ExpressionAttributeValues: values.optional(),
})
const request = z.looseObject({
  ...action.shape,
  TransactItems: z.array(z.record(z.string(), action)).optional(),
})
const refusal = z.object({
  CancellationReasons: z.array(z.object({ Code: z.string().optional() })).default([]),
})

const kilobyte = 1024

/**
 * Runs `work`, and counts its writes by partition: an item costs a unit for each started KB, twice in a transaction, and
 * once in each index that has it, by the keys as written. `retries` are those that were refused.
 */
export async function writesByPartition(work: () => Promise<void>) {
  const tally: Tally = { partitions: new Map(), conflicts: 0, retries: 0 }
  await aroundAwsCalls(async (call, send) => {
    const response = await send()
    if (!writing.has(call.operation)) return response
    const { refused, copy } = await reasonsOf(response)
    if (refused) countRefusal(tally, refused)
    else countWrites(tally, call)
    return copy
  }, work)
  return { ...tally, partitions: [...tally.partitions.values()] }
}

type Tally = { partitions: Map<string, Partition>; conflicts: number; retries: number }

function countRefusal(tally: Tally, reasons: readonly string[]): void {
  tally.retries += 1
  if (reasons.includes('TransactionConflict')) tally.conflicts += 1
}

function countWrites({ partitions }: Tally, call: AwsCall): void {
  const factor = call.operation === 'TransactWriteItems' ? 2 : 1
  for (const one of actionsOf(call)) {
    countWrite(one, factor, (index, key, units) => {
      const before = partitions.get(`${index} ${key}`)?.units ?? 0
      partitions.set(`${index} ${key}`, { index, key, units: before + units })
    })
  }
}

const writing = new Set(['TransactWriteItems', 'UpdateItem'])

/** Why a write was refused; undefined if it was not. */
async function reasonsOf({ response }: AwsResponse) {
  const body = await buffer(response.body)
  const copy = { response: Object.assign(response, { body: Readable.from([body]) }) }
  if (response.statusCode === 200) return { refused: undefined, copy }
  const { CancellationReasons } = refusal.parse(JSON.parse(body.toString()))
  return { refused: CancellationReasons.flatMap(({ Code }) => Code ?? []), copy }
}

function actionsOf({ body }: AwsCall): z.infer<typeof action>[] {
  const { TransactItems, ...single } = request.parse(JSON.parse(body))
  return TransactItems?.flatMap((one) => Object.values(one)) ?? [single]
}

function countWrite(
  { Item, Key, ExpressionAttributeValues = {} }: z.infer<typeof action>,
  factor: number,
  note: (index: string, key: string, units: number) => void,
): void {
  const units = Math.ceil(
    JSON.stringify(Item ?? { ...Key, ...ExpressionAttributeValues }).length / kilobyte,
  )
  const written = (name: string) =>
    text.safeParse(Item?.[name] ?? Key?.[name] ?? ExpressionAttributeValues[`:${name}`]).data?.S
  note('table', written('pk') ?? '', units * factor)
  for (const [index, { partitionKey }] of Object.entries(tableSchema.indexes)) {
    const key = written(partitionKey)
    if (key !== undefined) note(index, key, units)
  }
}
