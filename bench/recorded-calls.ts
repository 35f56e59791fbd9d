import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import * as z from 'zod'
import { type AwsCall, type AwsResponse, aroundAwsCalls } from '../test/aws-calls.ts'
import { evenRounds } from './even-rounds.ts'

/** A call to DynamoDB, its round trip (from 1; calls made at the same time share one), and its cost. */
export type RecordedCall = AwsCall & { roundTrip: number; units: number }

export async function recordCalls(work: () => Promise<unknown>): Promise<RecordedCall[]> {
  const calls: RecordedCall[] = []
  const rounds = evenRounds()
  await aroundAwsCalls(async (call, send) => {
    if (call.service !== 'DynamoDB') return send()
    const recorded = { ...call, roundTrip: 0, units: 0 }
    calls.push(recorded)
    const asked = JSON.stringify({ ...JSON.parse(call.body), ReturnConsumedCapacity: 'TOTAL' })
    const { response: original, round } = await rounds.call(() =>
      send(isTransaction(call) ? undefined : asked),
    )
    const { units, copy } = await consumed(original)
    recorded.roundTrip = round
    recorded.units = isTransaction(call) ? transactionUnits(call) : units
    return copy
  }, work)
  return calls
}

export function roundTrips(calls: readonly RecordedCall[]): number {
  return Math.max(0, ...calls.map(({ roundTrip }) => roundTrip))
}

function isTransaction({ operation }: AwsCall): boolean {
  return operation === 'TransactWriteItems'
}

const capacity = z.object({ CapacityUnits: z.number() })
const capacities = z.object({ ConsumedCapacity: z.union([capacity, z.array(capacity)]).optional() })

async function consumed(original: AwsResponse): Promise<{ units: number; copy: AwsResponse }> {
  const { response } = original
  const body = await buffer(response.body)
  const { ConsumedCapacity = [] } = capacities.parse(JSON.parse(body.toString('utf8')))
  const units = [ConsumedCapacity].flat().reduce((sum, { CapacityUnits }) => sum + CapacityUnits, 0)
  return { units, copy: { response: Object.assign(response, { body: Readable.from([body]) }) } }
}

const action = z.looseObject({ Item: z.record(z.string(), z.unknown()).optional() })
const transaction = z.object({ TransactItems: z.array(z.record(z.string(), action)) })

/**
 * Computed by DynamoDB's price list, as the local one does not count transactions: two units for each started KB of an
 * item, and one for each index that has it.
 */
function transactionUnits({ body }: AwsCall): number {
  const { TransactItems } = transaction.parse(JSON.parse(body))
  const units = TransactItems.flatMap((one) => Object.values(one)).map(({ Item = {} }) => {
    const kilobytes = Math.max(1, Math.ceil(JSON.stringify(Item).length / 1024))
    const indexes = ['listPk', 'parentPk', 'statusPk', 'duePk'].filter((key) => key in Item)
    return kilobytes * (2 + indexes.length)
  })
  return units.reduce((sum, each) => sum + each, 0)
}
