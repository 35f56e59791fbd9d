import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { testDataDir } from '../test-data-dir.ts'
import { openTableStore } from './table-store.ts'

it('lets a failure be known only once a reader can see what caused it', async () => {
  const store = await openTableStore(join(await testDataDir(), 'dynamodb'))
  onTestFinished(() => store.close())
  const written = store.change(async ({ note }) => note('item-t~key', { seen: true }))
  const refused = store.change(() => Promise.reject(new Error('the condition failed')))
  const read = refused.catch(() => store.base.db.getSync('item-t~key'))
  expect(await read).toEqual({ seen: true })
  await written
})
