import { expect, it } from 'vitest'
import { createdAt } from '../../../test/factories.ts'
import { runAsOperator } from '../../../test/run-as-operator.ts'
import { testTable } from '../../../test/test-table.ts'
import { keys } from '../../kernel/store/keys.ts'
import type { Table } from '../../kernel/store/table.ts'
import { transact } from '../../kernel/store/transact.ts'
import { addition } from '../../kernel/store/writes.ts'
import { nextDerivationIndex } from '../../payments/wallet/store/derivation-counter.ts'
import { resumeIntake } from './resume-intake.ts'
import { skipAddresses } from './skip-addresses.ts'
import { stopIntake } from './stop-intake.ts'

/** A restored table: 30,000 addresses had been assigned at the backup. */
async function restoredTable() {
  const table = await testTable()
  const counter = { ...keys.counter('test', 'derivation'), next: 30_000, table: 'the-lost-one' }
  await transact(table, [addition(counter)])
  return { table, ...onTable(table) }
}

function onTable(table: Table) {
  const mode = 'test' as const
  const services = { table, now: () => createdAt }
  return {
    open: () => nextDerivationIndex(table, mode),
    stop: () => runAsOperator(stopIntake, services, { mode, dryRun: false }),
    resume: () => runAsOperator(resumeIntake, services, { mode }),
    skip: (highestIndex: number) => runAsOperator(skipAddresses, services, { mode, highestIndex }),
  }
}

it('searches from 10,000 before the counter of the backup, which nothing has moved before', async () => {
  const { open, skip, stop, resume } = await restoredTable()
  await expect(open()).rejects.toMatchObject({ code: 'intake_stopped' })
  await expect(skip(50_000)).rejects.toMatchObject({ code: 'state_changed' })
  expect(await stop()).toMatchObject({ searchFrom: 20_000 })
  expect(await skip(50_000)).toMatchObject({ next: 60_000 })
  expect(await stop()).toMatchObject({ searchFrom: 20_000 })
  await expect(open()).rejects.toMatchObject({ code: 'intake_stopped' })
  expect(await resume()).toMatchObject({ next: 60_000 })
  expect(await open()).toBe(60_000)
})

it('without a search, sessions begin 10,000 addresses after those of the backup', async () => {
  const { open, resume } = await restoredTable()
  expect(await resume()).toEqual({ mode: 'test', wasStopped: true, next: 40_000 })
  expect(await open()).toBe(40_000)
  expect(await resume()).toEqual({ mode: 'test', wasStopped: false, next: 40_001 })
})
