import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { expect, it, onTestFinished } from 'vitest'
import { backUp } from '../../../../test/table-backup.ts'
import { startTestTable } from '../../../../test/test-table.ts'
import { deleteExpired } from './delete-expired.ts'

const now = new Date('2026-03-01T12:00:00.900Z')
const nowSeconds = 1_772_366_400

it('deletes what is past its time, on every page, and nothing else', async () => {
  const { table, stop } = await startTestTable()
  onTestFinished(stop)
  const put = (sk: string, ttl?: number) => {
    const Item = { pk: 'a', sk, ...(ttl !== undefined && { ttl }) }
    return table.client.send(new PutCommand({ TableName: table.name, Item }))
  }
  for (let n = 0; n < 450; n += 1) await put(`old-${n}`, nowSeconds - 1 - n)
  await put('kept for ever')
  await put('now', nowSeconds)
  await put('later', nowSeconds + 1)
  expect(await deleteExpired(table, now)).toBe(450)
  expect((await backUp(table)).map(({ sk }) => sk).sort()).toEqual([
    'kept for ever',
    'later',
    'now',
  ])
  expect(await deleteExpired(table, now)).toBe(0)
})
