import { Readable } from 'node:stream'
import { GetCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, it } from 'vitest'
import { type AwsResponse, aroundAwsCalls } from '../../../test/aws-calls.ts'
import { testTable } from '../../../test/test-table.ts'
import type { Table } from './table.ts'
import { transact, type Write } from './transact.ts'
import { addition, upsert } from './writes.ts'

const key = (name: string) => ({ pk: `item#${name}`, sk: 'item' })

function put(name: string, value = 'new'): Write {
  return addition({ ...key(name), value })
}

async function storedValue({ client, name }: Table, item: string): Promise<unknown> {
  const input = { TableName: name, Key: key(item), ConsistentRead: true }
  const { Item } = await client.send(new GetCommand(input))
  return Item?.['value']
}

it('writes all or nothing, and tells each condition that failed with the item that stands there', async () => {
  const table = await testTable()
  await transact(table, [put('a', 'old'), put('c', 'old')])
  const check: Write = {
    ConditionCheck: { Key: key('nobody'), ConditionExpression: 'attribute_exists(pk)' },
  }
  const outcome = await transact(table, [put('b'), put('a'), put('c'), check])
  expect(outcome).toEqual({
    committed: false,
    failed: [
      { index: 1, item: { ...key('a'), value: 'old' } },
      { index: 2, item: { ...key('c'), value: 'old' } },
      { index: 3, item: undefined },
    ],
  })
  expect(await Promise.all(['a', 'b', 'c'].map((one) => storedValue(table, one)))).toEqual([
    'old',
    undefined,
    'old',
  ])
})

it('lets one of many win what only one can have', async () => {
  const table = await testTable()
  const racers = Array.from({ length: 10 }, (_, n) =>
    transact(table, [put('prize', `racer ${n}`), put(`own ${n}`)]),
  )
  const outcomes = await Promise.all(racers)
  const winners = outcomes.flatMap(({ committed }, n) => (committed ? [n] : []))
  expect(winners).toHaveLength(1)
  expect(await storedValue(table, 'prize')).toBe(`racer ${winners[0]}`)
  const own = await Promise.all(outcomes.map((_, n) => storedValue(table, `own ${n}`)))
  expect(own.map((value) => value !== undefined)).toEqual(
    outcomes.map(({ committed }) => committed),
  )
})

it('loses no count to others who count at the same time', async () => {
  const table = await testTable()
  const count: Write = {
    Update: {
      Key: key('counter'),
      UpdateExpression: 'ADD #value :one',
      ExpressionAttributeNames: { '#value': 'value' },
      ExpressionAttributeValues: { ':one': 1 },
    },
  }
  await Promise.all(Array.from({ length: 8 }, () => transact(table, [count])))
  expect(await storedValue(table, 'counter')).toBe(8)
})

it('throws other errors', async () => {
  const table = await testTable()
  const nonsense = upsert(key('a'), { ConditionExpression: 'no such syntax (' })
  await expect(transact(table, [nonsense])).rejects.toThrow(/xpression/)
})

/** DynamoDB's response when it cancels a transaction of two actions because of the second. */
function cancelled(code: string): AwsResponse {
  const body = JSON.stringify({
    __type: 'com.amazonaws.dynamodb.v20120810#TransactionCanceledException',
    Message: `Transaction cancelled, please refer cancellation reasons for specific reasons [None, ${code}]`,
    CancellationReasons: [{ Code: 'None' }, { Code: code, Message: 'Throughput exceeded' }],
  })
  const headers = { 'content-type': 'application/x-amz-json-1.0' }
  return { response: { statusCode: 400, headers, body: Readable.from([Buffer.from(body)]) } }
}

/** Two writes, of which the first `times` attempts are cancelled for `code`; and the delays in between. */
async function transactWhileCancelled(code: string, times: number) {
  const table = await testTable()
  const pauses: number[] = []
  let calls = 0
  const outcome = aroundAwsCalls(
    async (_, send) => (calls++ < times ? cancelled(code) : send()),
    () =>
      transact(table, [put('a'), put('b')], {
        random: () => 0.5,
        pause: async (ms) => void pauses.push(ms),
      }),
  )
  return { outcome, pauses, stored: () => storedValue(table, 'b') }
}

describe('a transaction that is refused', () => {
  it.each(['ThrottlingError', 'ProvisionedThroughputExceeded', 'TransactionConflict'])(
    'for a moment (%s) is tried again, with more and more time in between',
    async (code) => {
      const { outcome, pauses, stored } = await transactWhileCancelled(code, 6)
      expect(await outcome).toEqual({ committed: true })
      expect(pauses).toEqual([30, 60, 120, 240, 480, 480])
      expect(await stored()).toBe('new')
    },
  )

  it('for longer is an error', async () => {
    const { outcome, pauses } = await transactWhileCancelled('ThrottlingError', 100)
    await expect(outcome).rejects.toThrow('Transaction cancelled')
    expect(pauses).toHaveLength(6)
  })

  it('for good is an error at once', async () => {
    const { outcome, pauses } = await transactWhileCancelled('ItemCollectionSizeLimitExceeded', 100)
    await expect(outcome).rejects.toThrow('Transaction cancelled')
    expect(pauses).toEqual([])
  })
})
