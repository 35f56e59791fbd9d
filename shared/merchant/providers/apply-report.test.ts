import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { later } from '../../../test/factories.ts'
import { type ProviderHarness, providerHarness } from '../../../test/provider-harness.ts'
import { testTable } from '../../../test/test-table.ts'
import { modes } from '../../kernel/mode.ts'
import { requireAnyRefund, requireRefund } from '../../money/refunds/require-refund.ts'
import { refundsOfSession } from '../../money/refunds/store/refunds.ts'
import { presentAnyRefund } from '../../money/refunds/wire/refund.ts'
import type { CheckoutSession } from '../../payments/checkout-sessions/rules/checkout-session.ts'
import type { OrderReport } from './rules/order-report.ts'
import { paymentName } from './rules/provider-payment.ts'

const harness = async () => providerHarness(await testTable())

describe('a delivery', () => {
  const delivery = { wallet: '0xdead', asset: 'usdc', network: 'base' }
  const delivered = { wallet: '0xDEAD', asset: 'USDC', network: null }
  const ordered = async (report: Partial<OrderReport>) => {
    const providers = await harness()
    const session = await providers.openSession()
    await providers.startOrder(session, 'transak', { delivery })
    await providers.report(session, { beganAt: later(30), delivered, ...report }, 'transak')
    return { session, providers, status: (await providers.load(session)).status }
  }

  it('counts with its wallet, coin and time', async () => {
    expect((await ordered({})).status).toBe('paid')
  })

  it.each([
    ['wallet', { delivered: { ...delivered, wallet: null } }],
    ['coin', { delivered: { ...delivered, asset: null } }],
    ['time', { beganAt: null }],
  ])('is listed without its %s, until the provider completes its report', async (_, lacking) => {
    const { session, providers, status } = await ordered({ ...lacking, paid: null })
    expect(status).toBe('pending')
    expect(providers.unmatched).toEqual(['transak:pay_1 amount_unknown'])
    await providers.report(session, { beganAt: later(30), delivered, ...lacking }, 'transak')
    expect(providers.unmatched.at(-1)).toBe('transak:pay_1 facts_missing')
    await providers.report(session, { beganAt: later(30), delivered }, 'transak')
    expect((await providers.load(session)).status).toBe('paid')
    expect(await providers.payments(session)).toMatchObject([
      { isCounted: true, reason: null, paid: { amount: '25' } },
    ])
  })
})

describe('a payment that is complete', () => {
  it('pays its session once, however often and from wherever it is reported', async () => {
    const providers = await harness()
    const { session } = await providers.orderedSession()
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => providers.report(session)))
    expect(outcomes).toEqual(Array.from({ length: 4 }, () => 'applied'))
    expect(await providers.load(session)).toMatchObject({
      status: 'paid',
      version: 2,
      sequence: 1,
      paidAt: later(30),
      closedAt: later(30),
      provider: { name: 'moonpay', paymentId: 'pay_1' },
    })
    expect(await providers.events(session)).toEqual(['session.paid'])
    expect(await providers.payments(session)).toMatchObject([{ isCounted: true, reason: null }])
    expect(await providers.orders(session)).toMatchObject([{ status: 'paid', queryAt: null }])
    expect(providers.unmatched).toEqual([])
  })

  it('pays late once the session expired, for 24 hours, and then only its operator decides', async () => {
    const providers = await harness()
    const expired = { status: 'expired', closedAt: later(4000) } as const
    const [inTime, tooLate] = [
      await providers.orderedSession('moonpay', expired),
      await providers.orderedSession('moonpay', expired),
    ]
    providers.passTo(3630 + 86_400)
    await providers.report(inTime.session, { paymentId: 'in time' })
    expect((await providers.load(inTime.session)).status).toBe('paid_late')
    providers.passTo(3630 + 86_401)
    await providers.report(tooLate.session, { paymentId: 'late' })
    expect((await providers.load(tooLate.session)).status).toBe('expired')
    expect(providers.unmatched).toEqual(['moonpay:late too_late'])
  })

  it('is listed if the session is paid already, also by another provider', async () => {
    const providers = await harness()
    const { session } = await providers.orderedSession()
    await providers.startOrder(session, 'ramp')
    await providers.report(session)
    await providers.report(session, { paymentId: 'pay_2' })
    await providers.report(session, { paymentId: 'pay_1' }, 'ramp')
    expect((await providers.load(session)).provider?.paymentId).toBe('pay_1')
    expect(providers.unmatched).toEqual(['moonpay:pay_2 already_paid', 'ramp:pay_1 already_paid'])
    expect(await providers.events(session)).toEqual(['session.paid'])
  })

  it('belongs to one session for ever', async () => {
    const providers = await harness()
    const [first, other] = [await providers.orderedSession(), await providers.orderedSession()]
    await providers.report(first.session)
    expect(await providers.report(other.session)).toBe('bound')
    expect((await providers.load(other.session)).status).toBe('pending')
    expect(await providers.payments(other.session)).toEqual([])
  })

  it('pays no session that has no order at this provider', async () => {
    const providers = await harness()
    const { session } = await providers.orderedSession('ramp')
    const stranger = await providers.openSession()
    expect(await providers.report(session)).toBe('unknown')
    expect(await providers.report(stranger)).toBe('unknown')
    expect(await providers.report({ ...session, mode: 'live' }, {}, 'ramp')).toBe('unknown')
    expect(await providers.report({ ...session, id: 'cs_none' }, {}, 'ramp')).toBe('unknown')
    expect(await providers.report({ ...session, id: '' }, {}, 'ramp')).toBe('unknown')
    expect((await providers.load(session)).status).toBe('pending')
  })
})

describe('the order that is meant', () => {
  it('is found by our id of it, or by the provider’s', async () => {
    const providers = await harness()
    const { session, order } = await providers.orderedSession('ramp')
    const byOrder = { by: 'order', id: order.id } as const
    await providers.report(session, { reference: byOrder, state: 'open' }, 'ramp')
    expect(await providers.orders(session)).toMatchObject([{ paymentId: 'pay_1' }])
    const other = await providers.openSession()
    await providers.startOrder(other, 'banxa', { vendorId: 'bx_1' })
    const byVendor = { by: 'vendor', id: 'bx_1' } as const
    expect(await providers.report(other, { reference: byVendor }, 'banxa')).toBe('applied')
    expect((await providers.load(other)).status).toBe('paid')
    const unknown = { by: 'vendor', id: 'bx_2' } as const
    expect(await providers.report(other, { reference: unknown }, 'banxa')).toBe('unknown')
  })

  it('can’t be bound to a second session', async () => {
    const providers = await harness()
    const [one, other] = [await providers.openSession(), await providers.openSession()]
    await providers.startOrder(one, 'banxa', { vendorId: 'bx_1' })
    await providers.startOrder(other, 'banxa', { vendorId: 'bx_1' })
    const reference = { by: 'vendor', id: 'bx_1' } as const
    await providers.report(other, { reference }, 'banxa')
    expect((await providers.load(one)).status).toBe('paid')
    expect((await providers.load(other)).status).toBe('pending')
  })

  it('is the one that the payment is enough for', async () => {
    const providers = await harness()
    const session = await providers.openSession()
    const delivery = { wallet: '0xA1', asset: 'usdc', network: null }
    await providers.startOrder(session, 'moonpay', { delivery })
    await providers.startOrder(session, 'moonpay', { delivery: { ...delivery, wallet: '0xB2' } })
    const delivered = { ...delivery, wallet: '0xa1' }
    await providers.report(session, { beganAt: later(30), delivered })
    expect((await providers.load(session)).status).toBe('paid')
  })
})

describe('a payment that is not enough', () => {
  it('is listed once, with what is wrong', async () => {
    const providers = await harness()
    const session = await providers.openSession()
    await providers.startOrder(session, 'moonpay')
    const paid = { amount: '24.99', currency: 'USD' }
    for (let i = 0; i < 3; i++) await providers.report(session, { paid })
    expect((await providers.load(session)).status).toBe('pending')
    expect(providers.unmatched).toEqual(['moonpay:pay_1 amount_short'])
    expect(await providers.orders(session)).toMatchObject([{ status: 'unmatched' }])
  })

  it('pays the session once the provider reports it as complete', async () => {
    const providers = await harness()
    const { session } = await providers.orderedSession()
    await providers.report(session, { state: 'short', status: 'partially_paid' })
    await providers.report(session)
    await providers.report(session, { state: 'short', status: 'partially_paid' })
    expect((await providers.load(session)).status).toBe('paid')
    expect(await providers.payments(session)).toMatchObject([{ isCounted: true, reason: null }])
  })
})

describe('after a payment', () => {
  const refundsOf = ({ table }: ProviderHarness, { mode, id }: CheckoutSession) =>
    refundsOfSession(table, { mode, sessionId: id })

  it('a refund stands once in the list of refunds, whole or in part, with its event', async () => {
    const providers = await harness()
    const { session } = await providers.orderedSession()
    await providers.report(session)
    await providers.report(session, { state: 'partly_refunded' })
    const [part] = await refundsOf(providers, session)
    expect(part).toMatchObject({ provider: 'moonpay', paymentId: 'pay_1', isCounted: true })
    expect(part).toMatchObject({ amount: null, currency: 'USD' })
    expect(await providers.orders(session)).toMatchObject([{ status: 'paid' }])
    await Promise.all([1, 2, 3].map(() => providers.report(session, { state: 'refunded' })))
    await providers.report(session, { state: 'partly_refunded' })
    await providers.report(session)
    expect(await refundsOf(providers, session)).toMatchObject([{ id: part?.id, amount: '25' }])
    expect(await providers.orders(session)).toMatchObject([{ status: 'refunded' }])
    const reasons = ['moonpay:pay_1 partly_refunded', 'moonpay:pay_1 refunded']
    expect(providers.unmatched).toEqual(reasons)
    const reported = ['refund.reported', 'refund.reported']
    expect((await providers.events(session)).sort()).toEqual([...reported, 'session.paid'])
    expect(await providers.load(session)).toMatchObject({ status: 'paid', sequence: 3 })
  })

  it('a refund of a payment that did not count names that payment', async () => {
    const providers = await harness()
    const { session } = await providers.orderedSession()
    await providers.report(session)
    await providers.report(session, { paymentId: 'pay_2' })
    await providers.report(session, { paymentId: 'pay_2', state: 'refunded' })
    expect((await refundsOf(providers, session)).map(presentAnyRefund)).toMatchObject([
      {
        ...{ status: 'reported', provider: 'moonpay', depositId: 'moonpay:pay_2' },
        ...{ amount: { base: '2500', formatted: '25', decimals: 2 }, asset: 'USD', chainId: null },
      },
    ])
  })

  it('nothing of a refund that a provider made can be changed here', async () => {
    const providers = await harness()
    const { session } = await providers.orderedSession()
    await providers.report(session, { state: 'refunded', paid: null })
    const [refund] = await refundsOf(providers, session)
    const { table } = providers
    expect(await requireAnyRefund(table, { modes, id: refund?.id ?? '' })).toEqual(refund)
    const code = { code: 'state_changed' }
    await expect(requireRefund(table, { modes, id: refund?.id ?? '' })).rejects.toMatchObject(code)
    await expect(
      requireAnyRefund(table, { modes: ['live'], id: refund?.id ?? '' }),
    ).rejects.toMatchObject({
      code: 'resource_not_found',
    })
  })

  it('a refund that arrives first leaves the session unpaid', async () => {
    const providers = await harness()
    const { session } = await providers.orderedSession()
    await providers.report(session, { state: 'refunded' })
    await providers.report(session)
    expect((await providers.load(session)).status).toBe('pending')
    expect(providers.unmatched).toEqual([])
  })

  it('coins that could not be delivered are listed', async () => {
    const providers = await harness()
    const { session } = await providers.orderedSession()
    await providers.report(session)
    await providers.report(session, { paymentId: 'withdraw', state: 'undelivered' })
    expect(providers.unmatched).toEqual(['moonpay:pay_1 not_delivered'])
  })

  it('a failed attempt changes nothing', async () => {
    const providers = await harness()
    const { session } = await providers.orderedSession()
    await providers.report(session, { paymentId: 'declined', state: 'failed', status: 'failed' })
    expect(await providers.orders(session)).toMatchObject([
      { status: 'failed', queryAt: later(630) },
    ])
    await providers.report(session)
    await providers.report(session, { paymentId: 'again', state: 'failed', status: 'failed' })
    expect((await providers.load(session)).status).toBe('paid')
    expect(await providers.orders(session)).toMatchObject([{ status: 'paid' }])
  })
})

describe('no sequence of callbacks', () => {
  const callback = fc.record({
    session: fc.constantFrom(0, 1),
    provider: fc.constantFrom('moonpay', 'ramp'),
    paymentId: fc.constantFrom('pay_1', 'pay_2', 'pay_3'),
    state: fc.constantFrom(
      'open',
      'paid',
      'paid',
      'short',
      'failed',
      'refunded',
      'partly_refunded',
      'undelivered',
    ),
    amount: fc.constantFrom('24.99', '25', '25.00', '30'),
    currency: fc.constantFrom('USD', 'USD', 'EUR'),
  })
  type Callback = typeof callback extends fc.Arbitrary<infer Each> ? Each : never

  const isEnough = ({ state, amount, currency }: Callback) =>
    state === 'paid' && amount !== '24.99' && currency === 'USD'

  async function deliver(providers: ProviderHarness, callbacks: readonly Callback[]) {
    const sessions = [await providers.orderedSession(), await providers.orderedSession()]
    const given: CheckoutSession[] = []
    for (const { session } of sessions) {
      await providers.startOrder(session, 'ramp')
      given.push(session)
    }
    const run = `${Math.max(...given.map(({ derivationIndex }) => derivationIndex))}`
    for (const { session, provider, paymentId, state, amount, currency } of callbacks) {
      const target = given[session]
      const changes = { state, paymentId: `${run} ${paymentId}`, paid: { amount, currency } }
      if (target) await providers.report(target, changes, provider)
    }
    return { given, run }
  }

  /** The payment that a session counts, which has to be there exactly if the session is paid. */
  async function countedBy(providers: ProviderHarness, session: CheckoutSession) {
    const after = await providers.load(session)
    const counted = (await providers.payments(session)).filter((each) => each.isCounted)
    const isPaid = after.status === 'paid'
    const moved = (await providers.events(session)).filter((type) => type !== 'refund.reported')
    expect(moved).toEqual(isPaid ? ['session.paid'] : [])
    expect(counted.map(({ paymentId }) => paymentId)).toEqual(
      isPaid ? [after.provider?.paymentId] : [],
    )
    return counted[0]
  }

  it('pays a session without its money, or twice, or two sessions with one payment', async () => {
    const providers = await harness()
    let paid = 0
    await fc.assert(
      fc.asyncProperty(fc.array(callback, { maxLength: 8 }), async (callbacks) => {
        const { given, run } = await deliver(providers, callbacks)
        const counted = await Promise.all(given.map((each) => countedBy(providers, each)))
        const names = counted.flatMap((each) => (each ? [paymentName(each)] : []))
        expect(new Set(names).size).toBe(names.length)
        paid += names.length
        const sufficient = callbacks
          .filter(isEnough)
          .map(({ session, provider, paymentId }) => `${session} ${provider}:${run} ${paymentId}`)
        for (const [index, each] of counted.entries()) {
          if (each) expect(sufficient).toContain(`${index} ${paymentName(each)}`)
        }
      }),
      { numRuns: 45, seed: 20260301 },
    )
    expect(paid).toBeGreaterThan(10)
  })
})
