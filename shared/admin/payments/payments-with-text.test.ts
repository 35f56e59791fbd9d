import { expect, it, test } from 'vitest'
import type * as z from 'zod'
import { aSession, aTransfer, later } from '../../../test/factories.ts'
import { runAsOperator } from '../../../test/run-as-operator.ts'
import { seededBytes } from '../../../test/seeded-bytes.ts'
import { testTable } from '../../../test/test-table.ts'
import { newId } from '../../kernel/ids.ts'
import { transact } from '../../kernel/store/transact.ts'
import { wordWrites } from '../../kernel/store/words.ts'
import type { CheckoutSession } from '../../payments/checkout-sessions/rules/checkout-session.ts'
import { sessionWords } from '../../payments/checkout-sessions/store/session-words.ts'
import { sessionCreation } from '../../payments/checkout-sessions/store/sessions.ts'
import { customerSession } from '../../payments/checkout-sessions/store/sessions-of-customer.ts'
import { addressCreation } from '../../payments/ledger/store/addresses.ts'
import { saveTransfers } from '../../payments/ledger/store/transfers.ts'
import { listPayments } from './list-payments.ts'
import { totalPayments } from './total-payments.ts'

type Filter = z.infer<typeof listPayments.body>

const bytes = seededBytes('payments with text')

async function fixture() {
  const table = await testTable()
  const customerId = newId('customer', later(0), bytes)
  const linkId = newId('paymentLink', later(0), bytes)
  const mode = 'test' as const
  await transact(table, [
    ...wordWrites({ mode, kind: 'customer', id: customerId }, 'ana.lopez@example.com', 'Ana'),
    ...wordWrites({ mode, kind: 'paymentLink', id: linkId }, 'Annual subscription'),
  ])
  let index = 0
  return {
    table,
    customerId,
    linkId,
    async open(changes: Partial<CheckoutSession> = {}, isOfCustomer = false) {
      index += 1
      const session = aSession({
        id: newId('checkoutSession', later(index), bytes),
        createdAt: later(index),
        derivationIndex: index,
        address: `0x${String(index).padStart(38, '0')}aB`,
        ...changes,
      })
      await transact(table, [
        ...[sessionCreation(session, session.expiresAt), addressCreation(session)],
        ...sessionWords(session, []),
        ...(isOfCustomer ? [customerSession(session, customerId)] : []),
      ])
      return session
    },
    /** All that the pages of a list have. */
    async list(text: string, filter: Partial<Filter> = {}) {
      const ids: string[] = []
      for (let after: string | undefined; ; ) {
        const input = { mode, statuses: [], text, limit: 25, after, ...filter }
        const { payments, nextCursor } = await runAsOperator(listPayments, { table }, input)
        ids.push(...payments.map(({ id }) => id))
        if (nextCursor === null) return ids
        after = nextCursor
      }
    },
    total: (filter: Partial<Filter>) =>
      runAsOperator(totalPayments, { table }, { mode, statuses: [], ...filter }),
  }
}

test('payments are found by half an email, a name, an order, a title, an address and a transaction', async () => {
  const { open, list, table, linkId } = await fixture()
  const [other, ofAna, ofLink, ordered] = [
    await open(),
    await open({}, true),
    await open({ linkId }),
    await open({ metadata: { orderId: 'ORD-10483' } }),
  ]
  const txHash = `0x${'5e'.repeat(32)}`
  await saveTransfers(table, { mode: 'test', sessionId: other.id }, [aTransfer({ txHash })])
  for (const text of ['ana.lopez@exa', 'lop', 'Ana', 'LOPEZ@example.com']) {
    expect([text, await list(text)]).toEqual([text, [ofAna.id]])
  }
  expect(await list('subscr')).toEqual([ofLink.id])
  for (const text of ['104', 'ord-10483', '10483 ord']) {
    expect(await list(text)).toEqual([ordered.id])
  }
  expect(await list(other.address.toLowerCase())).toEqual([other.id])
  expect(await list(txHash)).toEqual([other.id])
  for (const text of ['pez', '0483', 'ord 10484', 'bob', '@']) expect(await list(text)).toEqual([])
})

it('narrows what a text finds by the other filters, page by page, each payment once', async () => {
  const { open, list, linkId, customerId } = await fixture()
  const opened: CheckoutSession[] = []
  for (let n = 0; n < 12; n++) {
    const status = n % 2 === 0 ? 'paid' : 'expired'
    const fiat = { amount: n < 6 ? '5.00' : '50.00', currency: 'USD' }
    opened.push(await open({ linkId, status, fiat, metadata: { order: 'Annual' } }, n % 3 === 0))
  }
  const newest = opened.toReversed()
  const idsOf = (sessions: readonly CheckoutSession[]) => sessions.map(({ id }) => id)
  for (const limit of [1, 4, 25]) {
    expect(await list('annual', { limit })).toEqual(idsOf(newest))
    expect(await list('annual', { limit, statuses: ['paid'], minPrice: '10' })).toEqual(
      idsOf(newest.filter(({ status, fiat }) => status === 'paid' && fiat.amount === '50.00')),
    )
    expect(await list('annual', { limit, customerId, statuses: ['paid'] })).toEqual(
      idsOf(newest.filter((one, at) => (11 - at) % 3 === 0 && one.status === 'paid')),
    )
    expect(await list('bob', { limit, customerId })).toEqual([])
    const createdAfter = later(7).toISOString()
    expect(await list('ann', { limit, createdAfter })).toEqual(
      idsOf(newest.filter(({ createdAt }) => createdAt >= later(7))),
    )
  }
})

it('says how many payments there are and how much they are, in each currency', async () => {
  const { open, total } = await fixture()
  await open({ status: 'paid', fiat: { amount: '5.5', currency: 'USD' } })
  await open({ status: 'overpaid', fiat: { amount: '0.01', currency: 'USD' } })
  await open({ status: 'expired', fiat: { amount: '100', currency: 'USD' } })
  await open({ status: 'paid_late', fiat: { amount: '7.00', currency: 'EUR' } })
  expect(await total({})).toEqual({
    count: 4,
    sums: [
      { currency: 'USD', asked: '105.51', paid: '5.51' },
      { currency: 'EUR', asked: '7.00', paid: '7.00' },
    ],
    isPartial: false,
  })
  expect(await total({ statuses: ['expired'] })).toMatchObject({ count: 1 })
  expect(await total({ text: 'nobody' })).toEqual({ count: 0, sums: [], isPartial: false })
})
