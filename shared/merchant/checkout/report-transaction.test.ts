import { describe, expect, test } from 'vitest'
import { aSession, later } from '../../../test/factories.ts'
import { pageFixture } from '../../../test/page-fixture.ts'
import { runAsCustomer } from '../../../test/run-as-customer.ts'
import { findCheckoutSession } from '../../payments/checkout-sessions/store/sessions.ts'
import { reportTransaction } from './report-transaction.ts'

const hashOf = (index: number) => `0x${String(index).padStart(64, 'a')}`

async function reporter(session = aSession()) {
  const fixture = await pageFixture()
  await fixture.save(session)
  const report = (hash: string) =>
    runAsCustomer(reportTransaction, fixture.deps, { id: session.id, body: { hash } })
  const load = () => findCheckoutSession(fixture.deps.table, session.id)
  return { ...fixture, report, load }
}

describe('a transaction that a wallet reported', () => {
  test('is shown on every device, has the address scanned and changes no status', async () => {
    const { report, load, scans } = await reporter()
    const view = await report(hashOf(1))
    expect(view).toMatchObject({ status: 'pending', version: 2, reported: { hash: hashOf(1) } })
    expect(await load()).toMatchObject({ status: 'pending', reportedHashes: [hashOf(1)] })
    expect(scans).toHaveLength(1)
  })

  test('is noted once, and no more than five are', async () => {
    const { report, load, pass } = await reporter()
    for (const index of [1, 1, 2, 3, 4, 5, 6]) {
      await report(hashOf(index))
      pass(60_000)
    }
    const session = await load()
    expect(session?.reportedHashes).toEqual([1, 2, 3, 4, 5].map(hashOf))
    expect(session?.version).toBe(6)
  })

  test('is not noted once the session is closed', async () => {
    const { report, load, scans } = await reporter(
      aSession({ status: 'paid', closedAt: later(90) }),
    )
    expect(await report(hashOf(1))).toMatchObject({ status: 'paid', reported: null })
    expect(await load()).toMatchObject({ version: 1, reportedHashes: [] })
    expect(scans).toEqual([])
  })
})
