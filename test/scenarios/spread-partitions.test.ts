import { ScanCommand } from '@aws-sdk/lib-dynamodb'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { playSessions, prepareSessions } from '../../bench/play-sessions.ts'
import { shardOf } from '../../shared/kernel/store/shards.ts'
import { testTable } from '../test-table.ts'

const shards = 4
const partitionKeys = ['pk', 'listPk', 'parentPk', 'statusPk', 'duePk'] as const
const items = z.array(z.record(z.string(), z.unknown()))

/** The shards of the sessions, and of the customers, that an item names. */
function shardsNamedIn(item: unknown): number[] {
  const text = JSON.stringify(item, (_, value) => (typeof value === 'bigint' ? `${value}` : value))
  const ids = text.match(/\bcs_[0-9A-Z]{26}/g) ?? text.match(/\bcus_[0-9A-Z]{26}/g) ?? []
  return ids.map((id) => shardOf(id, shards) ?? 0)
}

it('leaves no partition of the table or an index in which sessions of two shards have items', async () => {
  const table = await testTable()
  await prepareSessions(table)
  await playSessions(table, { shards, perSecond: 24, seconds: 1, noticedBy: 1 })
  const { Items } = await table.client.send(new ScanCommand({ TableName: table.name }))
  const found = new Map<string, Set<number>>()
  for (const item of items.parse(Items)) {
    for (const name of partitionKeys) {
      const key = item[name]
      if (typeof key !== 'string') continue
      found.set(key, new Set([...(found.get(key) ?? []), ...shardsNamedIn(item)]))
    }
  }
  expect([...found].filter(([, { size }]) => size > 1).map(([key]) => key)).toEqual([])
  const spread = new Set([...found.keys()].filter((key) => /\/\d+$/.test(key)).map(withoutShard))
  expect([...spread].toSorted()).toEqual([
    'test#closed-addresses',
    'test#due#deliveries',
    'test#due#holdings#31337',
    'test#due#searches',
    'test#endpoint#ID#deliveries',
    'test#events',
    'test#events#session.detected',
    'test#events#session.paid',
    'test#holdings',
    'test#recent-customers',
    'test#sessions',
    'test#sessions#paid',
  ])
})

function withoutShard(key: string): string {
  return key.replace(/\/\d+$/, '').replace(/we_[0-9A-Z]{26}/, 'ID')
}
