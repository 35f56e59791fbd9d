import { expect, it } from 'vitest'
import { createdAt } from '../../test/factories.ts'
import { testTable } from '../../test/test-table.ts'
import { keys } from '../kernel/store/keys.ts'
import type { Table } from '../kernel/store/table.ts'
import { transact } from '../kernel/store/transact.ts'
import { addition } from '../kernel/store/writes.ts'
import { nextDerivationIndex } from '../wallet/store/derivation-counter.ts'
import { runResumeIntake } from './resume-intake.ts'
import { runStopIntake } from './stop-intake.ts'

/** A restored table: 30,000 addresses had been assigned at the backup. */
async function restoredTable(): Promise<Table> {
  const table = await testTable()
  const counter = { ...keys.counter('test', 'derivation'), next: 30_000, table: 'the-lost-one' }
  await transact(table, [addition(counter)])
  return table
}

const open = async (table: Table, sessions: number) => {
  for (let opened = 0; opened < sessions; opened += 1) await nextDerivationIndex(table, 'test')
}

async function stop(table: Table) {
  const services = { table, now: () => createdAt }
  const { result, writes = [] } = await runStopIntake(services, {
    input: { mode: 'test', dryRun: false },
  })
  if (writes.length > 0) await transact(table, writes)
  return result
}

async function resume(table: Table): Promise<void> {
  const { writes = [] } = await runResumeIntake({ table }, { input: { mode: 'test' } })
  await transact(table, writes)
}

it('searches from 10,000 before the counter of the backup', async () => {
  const table = await restoredTable()
  expect(await stop(table)).toMatchObject({ searchFrom: 20_000 })
})

it('searches from there, too, if the restored table opened sessions before', async () => {
  const table = await restoredTable()
  await open(table, 20)
  const first = { name: 'deposit addresses', before: 40_020, after: 50_020 }
  const expected = { searchFrom: 20_000, counters: [first, {}, {}] }
  expect(await stop(table)).toMatchObject(expected)
  expect(await stop(table)).toMatchObject(expected)
})

it('searches from the counter again once a restore has ended', async () => {
  const table = await restoredTable()
  await open(table, 20)
  await stop(table)
  await resume(table)
  await open(table, 5)
  expect(await stop(table)).toMatchObject({ searchFrom: 40_025 })
})
