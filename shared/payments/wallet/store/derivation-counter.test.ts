import { expect, it } from 'vitest'
import { testTable } from '../../../../test/test-table.ts'
import { keys } from '../../../kernel/store/keys.ts'
import type { Table } from '../../../kernel/store/table.ts'
import { transact } from '../../../kernel/store/transact.ts'
import { addition } from '../../../kernel/store/writes.ts'
import {
  derivationResumption,
  derivationSkip,
  derivationStart,
  derivationStop,
  firstLostIndex,
  loadAddressCheck,
  nextDerivationIndex,
} from './derivation-counter.ts'

const begin = (table: Table, index: number) =>
  transact(table, [derivationStart(table, 'test', index)])

const take = (table: Table, count: number) =>
  Promise.all(Array.from({ length: count }, () => nextDerivationIndex(table, 'test')))

const inOrder = (indices: readonly number[]) => indices.toSorted((a, b) => a - b)

it('assigns every index once, in order, to any number of concurrent requests', async () => {
  const table = await testTable()
  await begin(table, 0)
  expect(inOrder(await take(table, 20))).toEqual(Array.from({ length: 20 }, (_, index) => index))
})

it('never starts below an index that was assigned', async () => {
  const table = await testTable()
  await begin(table, 5)
  await take(table, 2)
  expect(await begin(table, 6)).toMatchObject({ committed: false })
  expect(await take(table, 1)).toEqual([7])
})

it('skips no index back, and keeps what may be lost first', async () => {
  const table = await testTable()
  await begin(table, 5)
  const skip = (index: number, lostFrom: number) =>
    transact(table, [derivationSkip(table, 'test', { index, lostFrom, foundAt: new Date(0) })])
  expect(await skip(20, 5)).toMatchObject({ committed: true })
  expect(await skip(19, 20)).toMatchObject({ committed: false })
  expect(await skip(30, 20)).toMatchObject({ committed: true })
  expect(await take(table, 1)).toEqual([30])
  expect(await firstLostIndex(table, 'test')).toBe(5)
  // What restore has found is no longer lost.
  await transact(table, [derivationStop('test', 31, new Date(0))])
  await transact(table, [derivationResumption(table, 'test')])
  expect(await firstLostIndex(table, 'test')).toBe(10_031)
  expect((await loadAddressCheck(table, 'test')).usedFoundAt).toBeUndefined()
})

it('assigns none in a table that was restored from a backup of another, before restore has run', async () => {
  const table = await testTable()
  await transact(table, [
    addition({ ...keys.counter('test', 'derivation'), next: 7, table: 'the-lost-one' }),
  ])
  await expect(take(table, 2)).rejects.toMatchObject({ code: 'intake_stopped' })
})

it('skips 10,000 indices once if it does not know what was assigned', async () => {
  expect(inOrder(await take(await testTable(), 3))).toEqual([10_000, 10_001, 10_002])
})
