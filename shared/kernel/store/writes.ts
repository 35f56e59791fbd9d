import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import type { Key } from './keys.ts'
import { tableSchema } from './schema.ts'
import type { Table } from './table.ts'

type Values = Readonly<Record<string, unknown>>

type Item = Key & Values

type Condition = {
  ConditionExpression?: string
  ExpressionAttributeNames?: Readonly<Record<string, string>>
  ExpressionAttributeValues?: Values
}

/** Attributes of the table itself: an item that is written without one of them must not keep an old one. */
const structural = [
  ...Object.values(tableSchema.indexes).flatMap(({ partitionKey, sortKey }) => [
    partitionKey,
    sortKey,
  ]),
  tableSchema.ttlAttribute,
]

/** The write that adds an item; its condition fails if its key exists. */
export function addition(Item: Values) {
  return { Put: { Item, ConditionExpression: 'attribute_not_exists(pk)' as const } }
}

/**
 * The write that stores everything this version knows of an item, new or not: `undefined` removes an attribute. It is
 * an update and not a put, because an item keeps the attributes that a newer version added to it.
 */
export function upsert({ pk, sk, ...values }: Item, condition: Condition = {}) {
  const { ExpressionAttributeNames, ExpressionAttributeValues, ...expression } = condition
  const set = Object.keys(values).filter((name) => values[name] !== undefined)
  const absent = [...structural, ...Object.keys(values)].filter(
    (name) => values[name] === undefined,
  )
  const removed = [...new Set(absent)]
  const sets = set.map((name) => `#${name} = :${name}`).join(', ')
  const removes = removed.map((name) => `#${name}`).join(', ')
  const known = [...set, ...removed].map((name) => [`#${name}`, name])
  return {
    Update: {
      Key: { pk, sk },
      ...expression,
      UpdateExpression: [sets && `SET ${sets}`, removes && `REMOVE ${removes}`].join(' ').trim(),
      ExpressionAttributeNames: { ...Object.fromEntries(known), ...ExpressionAttributeNames },
      ...((set.length > 0 || ExpressionAttributeValues) && {
        ExpressionAttributeValues: {
          ...Object.fromEntries(set.map((name) => [`:${name}`, values[name]])),
          ...ExpressionAttributeValues,
        },
      }),
    },
  }
}

/** Writes an item as `upsert` does, now. An error of its condition has the existing item. */
export async function storeItem(
  table: Table,
  item: Item,
  condition: Condition = {},
): Promise<void> {
  const { Update } = upsert(item, condition)
  await table.client.send(
    new UpdateCommand({
      ...Update,
      TableName: table.name,
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    }),
  )
}

/**
 * Sets these values of an item, new or not, now. It names no key of an index, so a role can allow it without allowing
 * its holder to list the item.
 */
export async function noteItem(table: Table, { pk, sk, ...values }: Item): Promise<void> {
  const set = Object.entries(values)
  await table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key: { pk, sk },
      UpdateExpression: `SET ${set.map(([name]) => `#${name} = :${name}`).join(', ')}`,
      ExpressionAttributeNames: Object.fromEntries(set.map(([name]) => [`#${name}`, name])),
      ExpressionAttributeValues: Object.fromEntries(
        set.map(([name, value]) => [`:${name}`, value]),
      ),
    }),
  )
}

/** The write that replaces version `from` of an item; its condition fails if another writer was first. */
export function replacement(item: Item, from: number) {
  return upsert(item, {
    ConditionExpression: '#version = :expected_version',
    ExpressionAttributeNames: { '#version': 'version' },
    ExpressionAttributeValues: { ':expected_version': from },
  })
}

/**
 * The write that sets some values of an item and keeps the others. Its condition fails if there is no such item, or if
 * it doesn't have the `expected` values.
 */
export function update(Key: Key, values: Values, expected: Values = {}) {
  const set = Object.entries(values)
  const wanted = Object.entries(expected)
  return {
    Update: {
      Key,
      UpdateExpression: `SET ${set.map(([name]) => `#${name} = :${name}`).join(', ')}`,
      ConditionExpression: [
        'attribute_exists(pk)',
        ...wanted.map(([name]) => `#${name} = :expected_${name}`),
      ].join(' AND '),
      ExpressionAttributeNames: Object.fromEntries(
        [...set, ...wanted].map(([name]) => [`#${name}`, name]),
      ),
      ExpressionAttributeValues: Object.fromEntries([
        ...set.map(([name, value]) => [`:${name}`, value]),
        ...wanted.map(([name, value]) => [`:expected_${name}`, value]),
      ]),
    },
  }
}

/** Makes such a change now, without a transaction. */
export async function storeUpdate(
  table: Table,
  { Update }: ReturnType<typeof update>,
): Promise<void> {
  await table.client.send(new UpdateCommand({ ...Update, TableName: table.name }))
}
