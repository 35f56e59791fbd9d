import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { aSession, later } from '../../../../test/factories.ts'
import { seededBytes } from '../../../../test/seeded-bytes.ts'
import { testTable } from '../../../../test/test-table.ts'
import { newId } from '../../../kernel/ids.ts'
import { transact } from '../../../kernel/store/transact.ts'
import {
  type CheckoutSession,
  sessionStatuses,
} from '../../../payments/checkout-sessions/rules/checkout-session.ts'
import { isUndecided } from '../../../payments/checkout-sessions/rules/is-undecided.ts'
import { sessionCreation } from '../../../payments/checkout-sessions/store/sessions.ts'
import { customerSession } from '../../../payments/checkout-sessions/store/sessions-of-customer.ts'
import { listPayments, type PaymentFilter } from './payment-list.ts'

const bytes = seededBytes('payment-list')
const linkId = 'pl_01JD8Z3K000000000000000000'
const chainId = fc.constantFrom(31337, 31338)
const asset = fc.constantFrom('ETH', 'USDC')
const amount = fc.constantFrom('9.00', '10.00', '100.00')
const row = fc.record({
  amount,
  status: fc.constantFrom(...sessionStatuses),
  linkId: fc.option(fc.constant(linkId)),
  chainId,
  asset,
  isTheirs: fc.boolean(),
  settlement: fc.constantFrom(null, {
    outcome: 'dismissed' as const,
    from: 'underpaid' as const,
    at: later(0),
    note: '',
  }),
  closedAt: fc.constantFrom(null, later(900)),
})
const customerId = 'cus_01JD8Z3K000000000000000000'
const filter = fc.record(
  {
    statuses: fc.subarray([...sessionStatuses]),
    linkId: fc.constant(linkId),
    chainId,
    asset,
    minPrice: fc.constantFrom('9.5', '10'),
    maxPrice: fc.constantFrom('10', '99'),
    customerId: fc.constant(customerId),
    undecided: fc.boolean(),
    createdAfter: fc.integer({ min: 0, max: 40 }).map(later),
  },
  { requiredKeys: [] },
)

type Wanted = Omit<PaymentFilter, 'mode'>

function passes(one: CheckoutSession, isTheirs: boolean, wanted: Wanted): boolean {
  const { statuses = [] } = wanted
  return (
    (wanted.customerId === undefined || isTheirs) &&
    (!wanted.undecided || isUndecided(one)) &&
    (statuses.length === 0 || statuses.includes(one.status)) &&
    (wanted.linkId === undefined || one.linkId === wanted.linkId) &&
    (wanted.chainId === undefined || one.lock.chainId === wanted.chainId) &&
    (wanted.minPrice === undefined || Number(one.fiat.amount) >= Number(wanted.minPrice)) &&
    (wanted.maxPrice === undefined || Number(one.fiat.amount) <= Number(wanted.maxPrice)) &&
    (wanted.asset === undefined || one.lock.asset === wanted.asset) &&
    (wanted.createdAfter === undefined || one.createdAt >= wanted.createdAfter)
  )
}

it('gives every payment that passes any combination of filters once, newest first', async () => {
  const table = await testTable()
  const [rows = []] = fc.sample(fc.array(row, { minLength: 80, maxLength: 80 }), {
    seed: 7,
    numRuns: 1,
  })
  const sessions = rows.map(
    ({ chainId: on, asset: of, amount: price, isTheirs: _, ...one }, index) => {
      const createdAt = later(Math.floor(index / 2))
      const lock = { ...aSession().lock, chainId: on, asset: of }
      const fiat = { amount: price, currency: 'USD' }
      return aSession({
        ...one,
        fiat,
        lock,
        createdAt,
        id: newId('checkoutSession', createdAt, bytes),
      })
    },
  )
  await transact(
    table,
    sessions.map((one) => sessionCreation(one, one.expiresAt)),
  )
  const theirs = new Set(sessions.filter((_, at) => rows[at]?.isTheirs).map(({ id }) => id))
  await transact(
    table,
    [...theirs].map((id) => customerSession({ mode: 'test', id }, customerId)),
  )
  const limits = fc.integer({ min: 1, max: 30 })
  const property = fc.asyncProperty(filter, limits, async (wanted, limit) => {
    const found: string[] = []
    for (let before: string | undefined | null; before !== null; ) {
      const page = await listPayments(table, { mode: 'test', ...wanted, before }, { limit })
      expect(page.items.length).toBeLessThanOrEqual(limit)
      found.push(...page.items.map(({ id }) => id))
      before = page.nextCursor
    }
    const expected = sessions
      .filter((one) => passes(one, theirs.has(one.id), wanted))
      .map(({ id }) => id)
    expect(found).toEqual(expected.sort().reverse())
  })
  await fc.assert(property, { seed: 7, numRuns: 25 })
})
