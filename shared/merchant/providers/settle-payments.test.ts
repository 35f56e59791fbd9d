import { expect, it } from 'vitest'
import { later } from '../../../test/factories.ts'
import { providerHarness } from '../../../test/provider-harness.ts'
import { runAsOperator } from '../../../test/run-as-operator.ts'
import { testTable } from '../../../test/test-table.ts'
import { acceptPayment } from '../../admin/payments/accept-payment.ts'
import { dismissSession } from '../../admin/payments/dismiss-session.ts'
import { listUnmatchedPayments } from './list-unmatched-payments.ts'

async function fixture() {
  const table = await testTable()
  const providers = providerHarness(table)
  const services = { ...providers.deps, chains: async () => [], onUnread: () => undefined }
  return {
    ...providers,
    list: async () =>
      (await runAsOperator(listUnmatchedPayments, services, { limit: 25 })).payments,
    accept: (id: string, deposits: string[], dismissed = false) =>
      runAsOperator(acceptPayment, services, {
        id,
        deposits,
        note: 'Paid enough.',
        dismissed,
      }),
    dismiss: (id: string, deposits: string[]) =>
      runAsOperator(dismissSession, services, { id, deposits, note: 'Refunded.' }),
  }
}

const closed = { status: 'expired', closedAt: later(4000) } as const
const short = { state: 'short', paid: { amount: '20', currency: 'USD' } } as const

it('a payment that is listed can be accepted once, for one session', async () => {
  const { orderedSession, report, accept, list, load, events } = await fixture()
  const { session } = await orderedSession('moonpay', closed)
  await report(session, short)
  expect(await list()).toMatchObject([
    { id: 'moonpay:pay_1', sessionId: session.id, amount: '20', reason: 'partial' },
  ])
  await expect(accept(session.id, [])).rejects.toMatchObject({ code: 'parameter_missing' })
  await expect(accept(session.id, ['moonpay:pay_2'])).rejects.toMatchObject({ param: 'deposits' })
  const accepted = await accept(session.id, ['moonpay:pay_1'])
  expect(accepted).toMatchObject({
    changed: true,
    status: 'paid_late',
    providerPayments: [{ id: 'moonpay:pay_1', counts: true, isUndecided: false }],
  })
  expect(await events(session)).toEqual(['session.paid_late'])
  expect(await list()).toEqual([])
  expect(await accept(session.id, ['moonpay:pay_1'])).toMatchObject({ changed: false })
  // The provider completes it later: it is counted already.
  await report(session)
  expect((await load(session)).sequence).toBe(1)
  // And what is refunded after that is listed again.
  await report(session, { state: 'refunded' })
  expect(await list()).toMatchObject([{ reason: 'refunded' }])
})

it('a payment to another wallet can’t be accepted', async () => {
  const { openSession, startOrder, report, accept, list } = await fixture()
  const delivery = { wallet: '0xA1', asset: null, network: null }
  const session = await openSession(closed)
  await startOrder(session, 'ramp', { delivery })
  await report(session, { delivered: { ...delivery, wallet: '0xB2' } }, 'ramp')
  expect(await list()).toMatchObject([{ reason: 'wrong_wallet' }])
  await expect(accept(session.id, ['ramp:pay_1'])).rejects.toMatchObject({ code: 'state_changed' })
})

it('a payment that is dismissed is not listed again', async () => {
  const { orderedSession, report, dismiss, list, load } = await fixture()
  const { session } = await orderedSession()
  await report(session)
  await report(session, { paymentId: 'pay_2' })
  expect(await list()).toMatchObject([{ id: 'moonpay:pay_2', reason: 'already_paid' }])
  expect(await dismiss(session.id, ['moonpay:pay_2'])).toMatchObject({ changed: true })
  expect(await list()).toEqual([])
  await report(session, { paymentId: 'pay_2' })
  expect(await list()).toEqual([])
  expect((await load(session)).status).toBe('paid')
})

it('a payment that was dismissed is accepted only by someone who says so', async () => {
  const { orderedSession, report, dismiss, accept } = await fixture()
  const { session } = await orderedSession('moonpay', closed)
  await report(session, short)
  await dismiss(session.id, ['moonpay:pay_1'])
  await expect(accept(session.id, ['moonpay:pay_1'])).rejects.toThrow(
    /^moonpay:pay_1 was dismissed at .+ by somebody at a terminal: Refunded\. Nothing was accepted\./,
  )
  const accepted = await accept(session.id, ['moonpay:pay_1'], true)
  expect(accepted).toMatchObject({ changed: true, status: 'paid_late' })
})
