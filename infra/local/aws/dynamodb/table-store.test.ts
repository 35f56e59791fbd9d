import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { testDataDir } from '../test-data-dir.ts'
import { createTable } from './create-table.ts'
import { runAction, validateInput } from './run-action.ts'
import { openTableStore } from './table-store.ts'
import { writeItem } from './write-item.ts'

const orders = {
  TableName: 'orders',
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
  KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
}

it('reports a failure only once a reader can see its cause', async () => {
  const store = await openTableStore(join(await testDataDir(), 'dynamodb'))
  onTestFinished(() => store.close())
  const written = store.change(async ({ note }) => note('item-t~key', { seen: true }))
  const refused = store.change(() => Promise.reject(new Error('the condition failed')))
  const read = refused.catch(() => store.base.db.getSync('item-t~key'))
  expect(await read).toEqual({ seen: true })
  await written
})

it('refuses a change whose action throws, and still serves the next', async () => {
  const store = await openTableStore(join(await testDataDir(), 'dynamodb'))
  onTestFinished(() => store.close())
  await createTable(store.base, orders)
  // Validation would refuse it; dynalite's action fails in a callback.
  const put = { TableName: 'orders' }
  const thrown = store.change((change) => runAction(change.store, 'PutItem', put))
  const next = store.change(async () => 'next')
  await expect(thrown).rejects.toThrow(TypeError)
  expect(await next).toBe('next')
})

it.each([{ Limit: 1 }, { Limit: 10 }])(
  'leaves no cursor open after a scan of $Limit',
  async (limit) => {
    const store = await openTableStore(join(await testDataDir(), 'dynamodb'))
    onTestFinished(() => store.close())
    await createTable(store.base, orders)
    for (const id of ['a', 'b', 'c']) {
      const put = { TableName: 'orders', Item: { pk: { S: id } } }
      await store.change((change) => writeItem(change.store, 'PutItem', put))
    }
    const { values } = store.base.db
    const cursors: ReturnType<typeof values>[] = []
    store.base.db.values = (range) => {
      const cursor = values.call(store.base.db, range)
      cursors.push(cursor)
      return cursor
    }
    const input = validateInput(store.base, 'Scan', { TableName: 'orders', ...limit })
    const { Items } = await runAction(store.base, 'Scan', input)
    expect(Items).toHaveLength(Math.min(limit.Limit, 3))
    expect(cursors).toHaveLength(1)
    for (const cursor of cursors) await expect(cursor.next()).rejects.toThrow('not open')
  },
)
