import {
  BatchWriteItemCommand,
  ConditionalCheckFailedException,
  DescribeTableCommand,
  DynamoDBClient,
  GetItemCommand,
  IdempotentParameterMismatchException,
  PutItemCommand,
  QueryCommand,
  ScanCommand,
  type TransactWriteItem,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb'
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createTableIfMissing } from '../table.ts'
import { testCaller, testDataDir } from '../test-data-dir.ts'
import { startDynamodb } from './start-dynamodb.ts'

const TableName = 'payments'

type Options = { dataDir?: string; now?: () => Date }

async function openTable({ dataDir, now }: Options = {}) {
  const service = await startDynamodb({
    dataDir: dataDir ?? (await testDataDir()),
    port: 0,
    ...(now && { now }),
  })
  const client = new DynamoDBClient({ ...testCaller, endpoint: service.url })
  await createTableIfMissing(client, TableName)
  const close = async () => {
    client.destroy()
    await service.close()
  }
  return { client, close }
}

async function testTable(options?: Options): Promise<DynamoDBClient> {
  const { client, close } = await openTable(options)
  onTestFinished(close)
  return client
}

const key = (id: string) => marshall({ pk: id, sk: 'item' })
const put = (id: string, attributes: Record<string, unknown> = {}): TransactWriteItem => ({
  Put: { TableName, Item: { ...key(id), ...marshall(attributes) } },
})
const ifMissing = (id: string): TransactWriteItem => ({
  Put: {
    TableName,
    Item: key(id),
    ConditionExpression: 'attribute_not_exists(pk)',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  },
})
const add = (id: string, amount: number): TransactWriteItem => ({
  Update: {
    TableName,
    Key: key(id),
    UpdateExpression: 'ADD amount :amount',
    ExpressionAttributeValues: marshall({ ':amount': amount }),
  },
})
const check = (id: string): TransactWriteItem => ({
  ConditionCheck: { TableName, Key: key(id), ConditionExpression: 'attribute_exists(pk)' },
})
const remove = (id: string): TransactWriteItem => ({ Delete: { TableName, Key: key(id) } })

function transact(client: DynamoDBClient, items: TransactWriteItem[], token?: string) {
  return client.send(
    new TransactWriteItemsCommand({ TransactItems: items, ClientRequestToken: token }),
  )
}

async function get(client: DynamoDBClient, id: string) {
  const { Item } = await client.send(new GetItemCommand({ TableName, Key: key(id) }))
  return Item && unmarshall(Item)
}

async function listed(client: DynamoDBClient, list: string) {
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName,
      IndexName: 'list',
      KeyConditionExpression: 'listPk = :list',
      ExpressionAttributeValues: marshall({ ':list': list }),
    }),
  )
  return Items.map((item) => unmarshall(item))
}

describe('a transaction', () => {
  test('writes, updates, deletes and checks as one', async () => {
    const client = await testTable()
    await transact(client, [put('old'), put('counter', { amount: 5 }), put('guard')])

    await transact(client, [put('new'), add('counter', 2), remove('old'), check('guard')])

    expect(await get(client, 'new')).toEqual({ pk: 'new', sk: 'item' })
    expect(await get(client, 'counter')).toMatchObject({ amount: 7 })
    expect(await get(client, 'old')).toBeUndefined()
  })

  test('changes nothing if one condition fails, and says which one and returns the item', async () => {
    const client = await testTable()
    await transact(client, [put('taken', { owner: 'someone' })])

    const failure = transact(client, [put('other'), ifMissing('taken'), check('missing')])

    await expect(failure).rejects.toMatchObject({
      name: 'TransactionCanceledException',
      message:
        'Transaction cancelled, please refer cancellation reasons for specific reasons [None, ConditionalCheckFailed, ConditionalCheckFailed]',
      CancellationReasons: [
        { Code: 'None' },
        {
          Code: 'ConditionalCheckFailed',
          Message: 'The conditional request failed',
          Item: marshall({ pk: 'taken', sk: 'item', owner: 'someone' }),
        },
        { Code: 'ConditionalCheckFailed', Message: 'The conditional request failed' },
      ],
    })
    expect(await get(client, 'other')).toBeUndefined()
  })

  test('reports an invalid item as the reason', async () => {
    const client = await testTable()
    const failure = transact(client, [
      put('fine'),
      { Put: { TableName, Item: { pk: { N: '1' }, sk: { S: 'item' } } } },
    ])
    await expect(failure).rejects.toMatchObject({
      name: 'TransactionCanceledException',
      CancellationReasons: [{ Code: 'None' }, { Code: 'ValidationError' }],
    })
    expect(await get(client, 'fine')).toBeUndefined()
  })

  test('keeps the rows of its indexes in step', async () => {
    const client = await testTable()
    await transact(client, [
      put('a', { listPk: 'x', listSk: '1' }),
      put('b', { listPk: 'x', listSk: '2' }),
    ])

    await transact(client, [
      put('a', { listPk: 'y', listSk: '1' }),
      {
        Update: {
          TableName,
          Key: key('b'),
          UpdateExpression: 'SET note = :note REMOVE listSk',
          ExpressionAttributeValues: marshall({ ':note': 'gone from the list' }),
        },
      },
    ])

    expect(await listed(client, 'x')).toEqual([])
    expect(await listed(client, 'y')).toEqual([{ pk: 'a', sk: 'item', listPk: 'y', listSk: '1' }])
  })

  test.each<[string, TransactWriteItem[], RegExp]>([
    ['no action', [], /length greater than or equal to 1/],
    [
      'more than 100 actions',
      Array.from({ length: 101 }, (_, index) => put(`item-${index}`)),
      /length less than or equal to 100/,
    ],
    ['two actions on one item', [put('same'), add('same', 1)], /multiple operations on one item/],
    ['a member without an action', [{}], /only contain one of Check, Put, Update or Delete/],
    ['a member with two actions', [{ ...put('a'), ...remove('b') }], /only contain one of/],
    [
      'an expression with an error',
      [{ Update: { TableName, Key: key('a'), UpdateExpression: 'SET =' } }],
      /Invalid UpdateExpression/,
    ],
  ])('refuses %s', async (_, items, message) => {
    const client = await testTable()
    const failure = transact(client, items)
    await expect(failure).rejects.toMatchObject({
      name: 'ValidationException',
      message: expect.stringMatching(message),
    })
  })

  test('fails for a table that does not exist', async () => {
    const client = await testTable()
    const failure = transact(client, [{ Delete: { TableName: 'nowhere', Key: key('a') } }])
    await expect(failure).rejects.toMatchObject({ name: 'ResourceNotFoundException' })
  })

  test('of many concurrent ones on an item, each sees the result of the previous one', async () => {
    const client = await testTable()
    const once = (id: number) => transact(client, [add('counter', 1), ifMissing(`once-${id % 10}`)])
    const outcomes = await Promise.allSettled(Array.from({ length: 40 }, (_, id) => once(id)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    expect(await get(client, 'counter')).toMatchObject({ amount: 10 })
  })
})

describe('a client request token', () => {
  test('makes a repeated transaction run once, even after a restart', async () => {
    const dataDir = await testDataDir()
    const first = await openTable({ dataDir })
    await transact(first.client, [add('counter', 1)], 'token')
    await transact(first.client, [add('counter', 1)], 'token')
    await first.close()

    const client = await testTable({ dataDir })
    await transact(client, [add('counter', 1)], 'token')

    expect(await get(client, 'counter')).toMatchObject({ amount: 1 })
  })

  test('is rejected with other parameters', async () => {
    const client = await testTable()
    await transact(client, [add('counter', 1)], 'token')
    const failure = transact(client, [add('counter', 2)], 'token')
    await expect(failure).rejects.toBeInstanceOf(IdempotentParameterMismatchException)
  })

  test('is forgotten after 10 minutes', async () => {
    let now = new Date('2026-01-01T00:00:00Z')
    const client = await testTable({ now: () => now })
    await transact(client, [add('counter', 1)], 'token')
    now = new Date('2026-01-01T00:10:00Z')
    await transact(client, [add('counter', 1)], 'token')
    expect(await get(client, 'counter')).toMatchObject({ amount: 2 })
  })

  test('of a failed transaction does not count as used', async () => {
    const client = await testTable()
    await expect(transact(client, [check('late')], 'token')).rejects.toThrow('cancelled')
    await transact(client, [put('late')])
    await transact(client, [check('late')], 'token')
  })
})

describe('a single write', () => {
  test('returns the item that failed its condition, if requested', async () => {
    const client = await testTable()
    await transact(client, [put('taken', { owner: 'someone' })])
    const write = (ReturnValuesOnConditionCheckFailure: 'ALL_OLD' | 'NONE') =>
      client.send(
        new UpdateItemCommand({
          TableName,
          Key: key('taken'),
          UpdateExpression: 'SET #owner = :me',
          ConditionExpression: 'attribute_not_exists(pk)',
          ExpressionAttributeNames: { '#owner': 'owner' },
          ExpressionAttributeValues: marshall({ ':me': 'me' }),
          ReturnValuesOnConditionCheckFailure,
        }),
      )
    const item = marshall({ pk: 'taken', sk: 'item', owner: 'someone' })
    await expect(write('ALL_OLD')).rejects.toMatchObject({ Item: item })
    const bare = await write('NONE').catch((error: unknown) => error)
    expect(bare).toBeInstanceOf(ConditionalCheckFailedException)
    expect(bare).not.toHaveProperty('Item', item)
  })

  test('is serialized: concurrent increments are all counted', async () => {
    const client = await testTable()
    const increment = () =>
      client.send(
        new UpdateItemCommand({
          TableName,
          Key: key('counter'),
          UpdateExpression: 'SET amount = if_not_exists(amount, :zero) + :one',
          ExpressionAttributeValues: marshall({ ':zero': 0, ':one': 1 }),
        }),
      )
    await Promise.all([
      ...Array.from({ length: 25 }, increment),
      ...Array.from({ length: 25 }, () => transact(client, [add('counter', 1)])),
    ])
    expect(await get(client, 'counter')).toMatchObject({ amount: 50 })
  })

  test('rejects an item without its key', async () => {
    const client = await testTable()
    const failure = client.send(new PutItemCommand({ TableName, Item: marshall({ pk: 'a' }) }))
    await expect(failure).rejects.toMatchObject({ name: 'ValidationException' })
  })
})

describe('the table', () => {
  test('is there after a restart with its items and indexes', async () => {
    const dataDir = await testDataDir()
    const first = await openTable({ dataDir })
    const batch = Array.from({ length: 25 }, (_, index) => ({
      PutRequest: {
        Item: { ...key(`i${index}`), ...marshall({ listPk: 'x', listSk: `${index}` }) },
      },
    }))
    await first.client.send(new BatchWriteItemCommand({ RequestItems: { [TableName]: batch } }))
    await first.close()

    const client = await testTable({ dataDir })

    expect(await listed(client, 'x')).toHaveLength(25)
    const { Count } = await client.send(new ScanCommand({ TableName }))
    expect(Count).toBe(25)
    const { Table } = await client.send(new DescribeTableCommand({ TableName }))
    expect(Table?.TableStatus).toBe('ACTIVE')
    expect(Table?.GlobalSecondaryIndexes?.map(({ IndexStatus }) => IndexStatus)).toEqual(
      Array(4).fill('ACTIVE'),
    )
  })

  test('cannot be opened twice at a time', async () => {
    const dataDir = await testDataDir()
    await testTable({ dataDir })
    await expect(startDynamodb({ dataDir, port: 0 })).rejects.toThrow(/another process is using it/)
  })
})
