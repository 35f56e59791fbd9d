import { expect, it, onTestFinished } from 'vitest'
import { serve as serveCreateCheckoutSession } from '../../functions/api/create-checkout-session.ts'
import { serve as serveListCustomers } from '../../functions/api/list-customers.ts'
import { serve as serveAskProviders } from '../../functions/schedules/ask-providers.ts'
import { standIns } from '../../infra/local/providers/stand-ins.ts'
import { standInHosts } from '../../infra/local/providers/start-stand-ins.ts'
import { listCustomerPayments } from '../../shared/admin/payments/list-customer-payments.ts'
import { processServices } from '../../shared/kernel/operation/process-services.ts'
import type { Table } from '../../shared/kernel/store/table.ts'
import { transact } from '../../shared/kernel/store/transact.ts'
import { enableIntegration } from '../../shared/merchant/providers/change-integration.ts'
import { providerAccounts } from '../../shared/merchant/providers/provider-services.ts'
import { setIntegration } from '../../shared/merchant/providers/set-integration.ts'
import {
  orderReplacement,
  ordersOfSession,
} from '../../shared/merchant/providers/store/provider-orders.ts'
import type { CheckoutSession } from '../../shared/payments/checkout-sessions/rules/checkout-session.ts'
import { loadCheckoutSession } from '../../shared/payments/checkout-sessions/store/sessions.ts'
import { checkoutSession } from '../../shared/payments/checkout-sessions/wire/checkout-session.ts'
import { numberCustomers } from '../../shared/records/customers/number-customers.ts'
import { customerPage } from '../../shared/records/customers/wire/customer.ts'
import { configuredFunctions } from '../configured-functions.ts'
import { knowPrice } from '../known-price.ts'
import { nowhere } from '../local-aws.ts'
import { moveData, resume } from '../move-data.ts'
import { startProviderService } from '../provider-service.ts'
import { runAsOperator } from '../run-as-operator.ts'
import { accountKeyWrites, baseUrlWrites, newApiKey } from '../saved-instance.ts'
import { saveNetworks } from '../saved-networks.ts'
import { invokeApi, type ServiceFunctions, serviceFunctions } from '../service-functions.ts'

const now = () => new Date()

/** Calls of a merchant to an instance. */
function shop({ config }: ServiceFunctions, key: string) {
  const [create, list] = [serveCreateCheckoutSession(config), serveListCustomers(config)]
  const amount = { value: '25.00', currency: 'USD' }
  return {
    async open(customerEmail: string): Promise<string> {
      const body = { amount, customerEmail }
      const response = await invokeApi(create, { path: '/checkout_sessions', key, body })
      expect(response).toMatchObject({ statusCode: 201 })
      return checkoutSession.parse(JSON.parse(response.body)).id
    },
    async customers(query = '') {
      const response = await invokeApi(list, { path: '/customers', key, query })
      return customerPage.parse(JSON.parse(response.body))
    },
  }
}

it('customers are moved with their payments and numbers, and known by their email', async () => {
  const old = await configuredFunctions()
  const key = await newApiKey(old.table, 'test')
  const before = shop(old, key)
  const first = await before.open('ada@example.com')
  await before.open('grace@example.com')
  const minutes = (count: number) => () => new Date(Date.now() + count * 60_000)
  const numberAt = ({ table }: ServiceFunctions, count: number) =>
    numberCustomers({ table, now: minutes(count) }, 'test')
  expect(await numberAt(old, 1)).toBe(2)
  const listed = await before.customers()

  const next = await serviceFunctions({ RATE_LIMIT_PER_MINUTE: '100000' }, {})
  await moveData({ from: old.table, to: next.table, now })
  const urls = baseUrlWrites('https://next.example.com')
  const setup = [...urls, ...(await accountKeyWrites(next.config))]
  expect(await transact(next.table, setup)).toEqual({ committed: true })
  for (const pair of ['ETH/USD', 'USDC/USD']) await knowPrice(next.table, pair, '1')
  await saveNetworks(next.table, next.config, { 31337: [nowhere] })
  await resume(next.table)
  const after = shop(next, key)
  expect(await after.customers()).toEqual(listed)
  const again = await after.open('ADA@example.com')
  await after.open('edsger@example.com')
  for (const count of [2, 3, 4]) await numberAt(next, count)
  const { data, total } = await after.customers()
  expect([data.map(({ email }) => email), total]).toEqual([
    ['edsger@example.com', 'grace@example.com', 'ada@example.com'],
    3,
  ])
  const [ada] = (await after.customers('email=Ada@example.com')).data
  const paying = { id: ada?.id ?? '', limit: 10 }
  const { payments } = await runAsOperator(listCustomerPayments, next, paying)
  expect(payments.map(({ id }) => id)).toEqual([again, first])
})

/** Makes the order of a session due, as time does. */
async function makeDue(table: Table, { id }: CheckoutSession): Promise<void> {
  const [order] = await ordersOfSession(table, { mode: 'test', sessionId: id })
  if (!order?.queryAt) throw new Error('nobody will ask about the order')
  const due = { ...order, queryAt: new Date(0), version: order.version + 1 }
  expect(await transact(table, [orderReplacement(due, order.version)])).toEqual({ committed: true })
}

it('an open order is asked about once the account of its provider is entered again', async () => {
  const provider = 'moonpay'
  const old = await startProviderService()
  onTestFinished(old.stop)
  const { session, placed } = await old.order(provider)
  const hosts = JSON.stringify(standInHosts(old.stands))
  const next = await serviceFunctions({ PROVIDER_HOSTS: hosts }, {})
  await moveData({ from: old.table, to: next.table, now })
  // Its callback goes to the old instance, which is gone.
  await old.stands.act(provider, placed, 'silent')

  const ask = serveAskProviders(next.config)
  const status = async () => (await loadCheckoutSession(next.table, 'test', session.id))?.status
  await makeDue(next.table, session)
  expect(await ask({ mode: 'test' })).toEqual({ asked: 0 })
  expect(await status()).toBe('pending')

  const accounts = providerAccounts(next.config, processServices(next.config))
  const standIn = standIns.find((each) => each.provider === provider)
  const credentials = JSON.stringify(standIn?.credentials)
  await runAsOperator(setIntegration, accounts, { mode: 'test', provider, credentials })
  await runAsOperator(enableIntegration, accounts, { mode: 'test', provider })
  await makeDue(next.table, session)
  expect(await ask({ mode: 'test' })).toEqual({ asked: 1 })
  expect(await status()).toBe('paid')
  expect((await old.load(session))?.status).toBe('pending')
})
