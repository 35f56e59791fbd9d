import { expect, it } from 'vitest'
import { fillWithCustomers } from '../../../test/customer-rows.ts'
import { erasures } from '../../../test/erasure-fixture.ts'
import { later } from '../../../test/factories.ts'
import { actor, runAsOperator } from '../../../test/run-as-operator.ts'
import { seededBytes } from '../../../test/seeded-bytes.ts'
import { testTable } from '../../../test/test-table.ts'
import { newId } from '../../kernel/ids.ts'
import { pageAuditEntries } from '../../kernel/store/audit-log.ts'
import { loadCustomer } from '../../records/customers/store/customers.ts'
import { listErasures } from '../../records/customers/store/erasures.ts'
import { eraseIdleCustomers } from './erase-idle-customers.ts'

const day = 86_400
const randomBytes = seededBytes('idle customers')

it('erases who has had no session for so long, and nobody else', async () => {
  const table = await testTable()
  const ids = await fillWithCustomers(table, 'test', { numbered: 252, recent: 1 })
  const [returned = '', erasedBefore = ''] = ids
  const { addSession, begin } = erasures(table)
  await addSession(returned, 'customer1@example.com', {
    id: newId('checkoutSession', later(90 * day), randomBytes),
  })
  await begin(erasedBefore, later(day))
  const call = (days: number, after = 0) => {
    const services = { table, now: () => later(100 * day), randomBytes }
    return runAsOperator(eraseIdleCustomers, services, { mode: 'test', days, after })
  }

  expect(await call(101)).toEqual({ erased: 0, next: 250 })
  expect(await call(30)).toEqual({ erased: 248, next: 250 })
  expect(await call(30, 250)).toEqual({ erased: 2, next: null })
  expect(await call(30)).toEqual({ erased: 0, next: 250 })
  expect(await call(5)).toEqual({ erased: 1, next: 250 })

  expect(await listErasures(table, 'test')).toHaveLength(252)
  expect((await loadCustomer(table, 'test', ids.at(-1) ?? ''))?.erasedAt).toBeUndefined()
  const { items } = await pageAuditEntries(table, { mode: 'test', target: returned }, { limit: 5 })
  expect(items).toMatchObject([{ action: 'customer.erase', actor, after: { idleDays: 5 } }])
})

it('does nothing if there are no customers', async () => {
  const services = { table: await testTable(), now: () => later(0), randomBytes }
  const input = { mode: 'test', days: 1, after: 0 } as const
  expect(await runAsOperator(eraseIdleCustomers, services, input)).toEqual({
    erased: 0,
    next: null,
  })
})
