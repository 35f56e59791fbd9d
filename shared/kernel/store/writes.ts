import { PutCommand } from '@aws-sdk/lib-dynamodb'
import type { Key } from './keys.ts'
import type { Table } from './table.ts'

type Values = Readonly<Record<string, unknown>>

/** Writes an item, replacing an earlier one, if any. */
export async function putItem(table: Table, Item: Record<string, unknown>): Promise<void> {
  await table.client.send(new PutCommand({ TableName: table.name, Item }))
}

/** The write that adds an item; its condition fails if its key exists. */
export function addition(Item: Record<string, unknown>) {
  return { Put: { Item, ConditionExpression: 'attribute_not_exists(pk)' } }
}

/** The write that replaces version `from` of an item; its condition fails if another writer was first. */
export function replacement(Item: Record<string, unknown>, from: number) {
  return {
    Put: {
      Item,
      ConditionExpression: '#version = :from',
      ExpressionAttributeNames: { '#version': 'version' },
      ExpressionAttributeValues: { ':from': from },
    },
  }
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
