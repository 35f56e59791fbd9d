import { expect, it } from 'vitest'
import { ada, adasTexts, erasures } from '../../../test/erasure-fixture.ts'
import { addSessions } from '../../../test/export-sessions.ts'
import { later } from '../../../test/factories.ts'
import { storedTexts } from '../../../test/stored-texts.ts'
import { testTable } from '../../../test/test-table.ts'
import { transact } from '../../kernel/store/transact.ts'
import { customerSession } from '../../payments/checkout-sessions/store/sessions-of-customer.ts'
import { eraseCustomers } from './erase-customers.ts'

it('erases a customer of thousands of sessions in several runs, one of which dies', async () => {
  const table = await testTable()
  const { addCustomer, addSession, begin } = erasures(table)
  const id = await addCustomer(ada.email, ada.billing.name, 'Countess Ada')
  // The events of these are more than what DynamoDB returns at a time.
  const long = Object.fromEntries(
    Array.from({ length: 40 }, (_, n) => [`key${n}`, '語'.repeat(500)]),
  )
  for (let n = 0; n < 30; n++) {
    await addSession(id, ada.email, { metadata: { ...ada.billing, ...long } })
  }
  const sessions = await addSessions(table, 2_000, () => ({
    ...{ status: 'paid', closedAt: later(500), customerEmail: ada.email, metadata: ada.billing },
  }))
  for (let at = 0; at < sessions.length; at += 100) {
    const some = sessions.slice(at, at + 100)
    await transact(
      table,
      some.map((session) => customerSession(session, id)),
    )
  }
  await begin(id, later(1_000))

  let runs = 0
  for (let left = 1; left > 0; runs++) {
    let seconds = 2_000
    const now = () => {
      // The second run fails at its 300th look at the clock.
      if (runs === 1 && seconds > 2_300) throw new Error('died')
      return later(seconds++)
    }
    const run = eraseCustomers({ table, now, turnMs: 500_000 }, 'test')
    left = (await run.catch(() => ({ left: 1 }))).left
  }
  expect(runs).toBeGreaterThan(3)
  const texts = await storedTexts(table)
  expect(adasTexts.filter((text) => texts.some((row) => row.includes(text)))).toEqual([])
})
