import { expect, it } from 'vitest'
import { transact } from '../../shared/kernel/store/transact.ts'
import { update } from '../../shared/kernel/store/writes.ts'
import { holdingKeys } from '../../shared/payments/holdings/store/keys.ts'
import { activeSweeps, sweepCreation } from '../../shared/payments/holdings/store/sweeps.ts'
import { aSweep } from '../factories.ts'
import { testTable } from '../test-table.ts'

it('a status of a newer version stops the list that it is in, so a release reads it before one writes it', async () => {
  const table = await testTable()
  const listed = () => activeSweeps(table, { mode: 'test', chainId: 31337 })
  await transact(table, [
    sweepCreation(aSweep({ id: 'sw_1' })),
    sweepCreation(aSweep({ id: 'sw_2' })),
  ])
  expect(await listed()).toHaveLength(2)
  await transact(table, [update(holdingKeys.sweep('test', 'sw_2'), { status: 'parked' })])
  await expect(listed()).rejects.toThrow('status')
  await transact(table, [
    update(holdingKeys.sweep('test', 'sw_2'), { status: 'planned', addedLater: 1 }),
  ])
  expect(await listed()).toHaveLength(2)
})
