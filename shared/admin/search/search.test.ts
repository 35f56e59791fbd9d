import { describe, expect, it, test } from 'vitest'
import { recordCalls, roundTrips } from '../../../bench/recorded-calls.ts'
import { aPaymentLink, aSession, aSweep, aTransfer, later } from '../../../test/factories.ts'
import { providerHarness } from '../../../test/provider-harness.ts'
import { runAsOperator } from '../../../test/run-as-operator.ts'
import { seededBytes } from '../../../test/seeded-bytes.ts'
import { testTable } from '../../../test/test-table.ts'
import { aWebhookEndpoint, saveDelivery, sealedText } from '../../../test/webhook-fixture.ts'
import { newId } from '../../kernel/ids.ts'
import type { Mode } from '../../kernel/mode.ts'
import { transact } from '../../kernel/store/transact.ts'
import { wordWrites } from '../../kernel/store/words.ts'
import type { PayoutWallet } from '../../money/payout-wallets/rules/payout-wallet.ts'
import { payoutWalletCreation } from '../../money/payout-wallets/store/payout-wallets.ts'
import type { CheckoutSession } from '../../payments/checkout-sessions/rules/checkout-session.ts'
import { sessionWords } from '../../payments/checkout-sessions/store/session-words.ts'
import { sessionCreation } from '../../payments/checkout-sessions/store/sessions.ts'
import { customerSession } from '../../payments/checkout-sessions/store/sessions-of-customer.ts'
import { sweepCreation } from '../../payments/holdings/store/sweeps.ts'
import { addressCreation } from '../../payments/ledger/store/addresses.ts'
import { saveTransfers } from '../../payments/ledger/store/transfers.ts'
import { gasWalletCreation } from '../../payments/wallet/store/wallet-addresses.ts'
import { customerCreation } from '../../records/customers/store/customers.ts'
import { webhookEndpointCreation } from '../../records/outbox/store/webhook-endpoints.ts'
import { paymentLinkCreation, titleWords } from '../../records/payment-links/store/payment-links.ts'
import { search } from './search.ts'

const bytes = seededBytes('search')
const hash = `0x${'5e'.repeat(32)}`

async function fixture() {
  const table = await testTable()
  let index = 0

  async function openSession(changes: Partial<CheckoutSession> = {}): Promise<CheckoutSession> {
    index += 1
    const session = aSession({
      id: newId('checkoutSession', later(index), bytes),
      derivationIndex: index,
      address: `0x${String(index).padStart(38, '0')}aB`,
      ...changes,
    })
    const searchable = sessionWords(session, ['sku'])
    const own = [sessionCreation(session, session.expiresAt), addressCreation(session)]
    await transact(table, [...own, ...searchable])
    return session
  }

  return {
    table,
    openSession,
    pay: (
      { mode, id: sessionId }: CheckoutSession,
      txHash: string,
      logIndex: number | null = null,
    ) => saveTransfers(table, { mode, sessionId }, [aTransfer({ txHash, logIndex })]),
    async find(query: string, mode: Mode = 'test') {
      const found: string[] = []
      const calls = await recordCalls(async () => {
        const { results } = await runAsOperator(search, { table }, { mode, query })
        found.push(
          ...results.map(({ kind, id, title, detail, fiat, payments, status }) => {
            const paid = payments ? `${payments} payments` : null
            return [kind, id, title, detail, fiat?.amount, fiat?.currency, paid, status]
              .filter((fact) => fact)
              .join(' ')
          }),
        )
      })
      expect(roundTrips(calls)).toBeLessThanOrEqual(2)
      return found
    },
  }
}

function shown({ id, status, metadata }: CheckoutSession): string {
  const order = metadata?.['order'] === undefined ? '' : `${metadata['order']} `
  return `session ${id} ${order}25.00 USD ${status}`
}

describe('a payment', () => {
  test('is found by its id, its address and the transactions that paid it', async () => {
    const { openSession, pay, find } = await fixture()
    const [session, other] = [await openSession(), await openSession({ status: 'paid' })]
    await pay(session, hash)
    await pay(session, hash, 3)
    await pay(other, hash)
    await pay(other, `0x${'5f'.repeat(32)}`)
    expect(await find(session.id)).toEqual([shown(session)])
    expect(await find(session.address.toUpperCase().replace('0X', '0x'))).toEqual([shown(session)])
    expect((await find(hash)).toSorted()).toEqual([shown(session), shown(other)].toSorted())
  })

  test('is found by the beginning of any word of its order and of searchable keys, in any letter case', async () => {
    const { openSession, find } = await fixture()
    const metadata = { order: 'Bestellung Ä-17 ', sku: 4711, color: 'red' }
    const session = await openSession({ metadata })
    expect(await find(' bestellung a\u0308-17')).toEqual([shown(session)])
    expect(await find('4711')).toEqual([shown(session)])
    expect(await find('Bestell')).toEqual([shown(session)])
    expect(await find('17 bes')).toEqual([shown(session)])
    expect(await find('red')).toEqual([])
    expect(await find('stellung')).toEqual([])
  })

  test('is found once by a value that two keys share, and the newest of many are', async () => {
    const { openSession, find } = await fixture()
    const sessions: CheckoutSession[] = []
    for (let count = 0; count < 22; count++) {
      sessions.push(await openSession({ metadata: { order: 'same', sku: 'same' } }))
    }
    expect(await find('same')).toEqual(sessions.toReversed().slice(0, 20).map(shown))
  })

  test('is found by an order at a provider, in any of its names', async () => {
    const { table, find } = await fixture()
    const { openSession, startOrder } = providerHarness(table)
    const session = await openSession()
    const order = await startOrder(session, 'coingate', { vendorId: 'Vendor-9' })
    expect(await find(order.id)).toEqual([shown(session)])
    expect(await find('Vendor-9')).toEqual([shown(session)])
    expect(await find('vendor-9')).toEqual([])
  })
})

test('customers and links are found by the beginning of any word, with payments, newest first', async () => {
  const { table, openSession, find } = await fixture()
  const id = (kind: 'customer' | 'paymentLink', second: number) => newId(kind, later(second), bytes)
  const [old, ana, letters] = [id('customer', 0), id('customer', 50), id('paymentLink', 60)]
  const at = { createdAt: later(0), updatedAt: later(0) }
  const price = { fiatAmount: '4.50', fiatCurrency: 'EUR' }
  const link = aPaymentLink({ id: letters, ...at, title: 'Annual letters', ...price })
  for (const [customer, email] of [
    [old, 'anders@old.example'],
    [ana, 'maria.ana@example.com'],
  ] as const) {
    await transact(table, [
      ...customerCreation({ id: customer, mode: 'test', email, metadata: null, ...at }),
      ...wordWrites({ mode: 'test', kind: 'customer', id: customer }, email, 'López'),
    ])
  }
  await transact(table, [...paymentLinkCreation(link), ...titleWords(link)])
  const session = await openSession({ metadata: { order: 'AN-7' }, customerEmail: 'x@y.example' })
  const others = [await openSession(), await openSession()]
  await transact(
    table,
    others.map((each) => customerSession(each, old)),
  )
  expect(await find('an')).toEqual([
    `link ${letters} Annual letters 4.50 EUR`,
    `customer ${ana} maria.ana@example.com`,
    `session ${session.id} x@y.example AN-7 25.00 USD pending`,
    `customer ${old} anders@old.example 2 payments`,
  ])
  expect(await find('lopez mar')).toEqual([`customer ${ana} maria.ana@example.com`])
  expect(await find('maria.ana@exam')).toEqual([`customer ${ana} maria.ana@example.com`])
  expect(await find('letters')).toEqual([`link ${letters} Annual letters 4.50 EUR`])
  expect(await find('an', 'live')).toEqual([])
})

test('links, customers, events, deliveries, endpoints and sweeps are found by their ids', async () => {
  const { table, find } = await fixture()
  const at = { createdAt: later(0), updatedAt: later(0) }
  const link = aPaymentLink({
    ...{ id: newId('paymentLink', later(0), bytes), slug: 'abcdefgh23', ...at },
    ...{ title: 'Coffee', fiatAmount: '4.50', fiatCurrency: 'EUR' },
  })
  const id = newId('customer', later(0), bytes)
  const customer = { id, mode: 'test', email: 'ana@example.com', metadata: null, ...at } as const
  const endpoint = aWebhookEndpoint({ url: 'https://shop.example', at: later(0) }, bytes)
  const sweep = aSweep({
    id: newId('sweep', later(0), bytes),
    mined: { hash, blockNumber: 1n, blockHash: '0xb0' },
  })
  await transact(table, [
    ...[...paymentLinkCreation(link), ...customerCreation(customer)],
    ...[...webhookEndpointCreation(endpoint), sweepCreation(sweep)],
  ])
  const delivery = await saveDelivery(table, { endpoint, at: later(0) }, bytes)

  const ofLink = [`link ${link.id} Coffee 4.50 EUR`]
  expect(await find(link.id)).toEqual(ofLink)
  expect(await find('https://pay.example.com/l/abcdefgh23')).toEqual(ofLink)
  const ofCustomer = [`customer ${id} ana@example.com`]
  expect(await find(id)).toEqual(ofCustomer)
  expect(await find('ANA@example.com')).toEqual(ofCustomer)
  expect(await find(endpoint.id)).toEqual([`endpoint ${endpoint.id} https://shop.example`])
  expect(await find(delivery.id)).toEqual([`delivery ${delivery.id} session.paid pending`])
  expect(await find(delivery.eventId)).toEqual([
    expect.stringContaining(`event ${delivery.eventId}`),
  ])
  const ofSweep = [`sweep ${sweep.id} 0 ETH planned`]
  expect(await find(sweep.id)).toEqual(ofSweep)
  expect(await find(hash)).toEqual(ofSweep)
  for (const text of [link.id, link.slug, id, customer.email, endpoint.id, delivery.id, hash]) {
    expect(await find(text, 'live')).toEqual([])
  }
})

test('gas wallets and payout wallets, also the next one of a chain, are found by their address', async () => {
  const { table, find } = await fixture()
  const address = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94' as const
  const next = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' as const
  const at = { effectiveAt: later(0), setAt: later(0), setIn: 1, atOnce: null }
  const of = { sealed: sealedText('a wallet'), ...at }
  const payout: PayoutWallet = {
    mode: 'test',
    chainId: 31337,
    version: 1,
    sealedState: sealedText('all'),
    former: [],
    current: { address, ...of },
    next: { address: next, ...of },
  }
  await transact(table, [
    gasWalletCreation({ mode: 'test', walletId: 'wal_1', address }),
    payoutWalletCreation(payout),
  ])
  expect(await find(address.toLowerCase())).toEqual([
    `payout-wallet 31337 ${address.toLowerCase()} Local test chain`,
    `gas-wallet wal_1 ${address.toLowerCase()}`,
  ])
  expect(await find(next)).toEqual([`payout-wallet 31337 ${next.toLowerCase()} Local test chain`])
  expect(await find(address, 'live')).toEqual([])
})

test('one mode finds nothing of the other', async () => {
  const { openSession, pay, find } = await fixture()
  const session = await openSession({ mode: 'live', metadata: { order: 'A-17' } })
  await pay(session, hash)
  for (const text of [session.id, session.address, hash, 'A-17']) {
    expect(await find(text)).toEqual([])
    expect(await find(text, 'live')).toEqual([shown(session)])
  }
})

it('finds nothing for what is hostile', async () => {
  const { openSession, find } = await fixture()
  await openSession({ metadata: { order: 'A-17' } })
  const texts = ['#', '~', '%00', '\u0000', '\ud800', '𝕏'.repeat(250), 'cs_', '0x', '@', 'a@b', '*']
  for (const text of [...texts, 'x'.repeat(500), '../../etc', "' OR 1=1", '__proto__']) {
    expect(await find(text)).toEqual([])
  }
})
