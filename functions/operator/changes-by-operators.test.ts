import { expect, it, onTestFinished } from 'vitest'
import * as z from 'zod'
import { addNoticeDestination } from '../../shared/admin/sale-notices/add-notice-destination.ts'
import { noticeServices } from '../../shared/admin/sale-notices/notice-services.ts'
import { transact } from '../../shared/kernel/store/transact.ts'
import { operatorOperations } from '../../shared/operator-operations.ts'
import { sessionCreation } from '../../shared/payments/checkout-sessions/store/sessions.ts'
import type { Customer } from '../../shared/records/customers/rules/customer.ts'
import { customerCreation } from '../../shared/records/customers/store/customers.ts'
import { customerExample } from '../../shared/records/customers/wire/customer-example.ts'
import { atDashboard } from '../../test/at-dashboard.ts'
import { chatAddresses, startChats } from '../../test/chat-stand-ins.ts'
import { aSession, later, someSettings } from '../../test/factories.ts'
import { runAsOperator } from '../../test/run-as-operator.ts'
import { seededBytes } from '../../test/seeded-bytes.ts'
import { testQueues } from '../../test/test-queues.ts'
import { aWebhookEndpoint, saveDelivery, saveEndpoint } from '../../test/webhook-fixture.ts'

const mode = 'test'
const made = z.looseObject({ id: z.string() })
const page = z.object({
  entries: z.array(
    z.looseObject({ action: z.string(), actor: z.looseObject({ id: z.string().optional() }) }),
  ),
})

/** An operator, who is not the owner, at the dashboard of an instance with something of each kind. */
async function fixture() {
  const [chats, queues] = [await startChats(), await testQueues()]
  onTestFinished(chats.stop)
  const variables = {
    ...queues.variables,
    CHAT_HOSTS: JSON.stringify(chats.hosts),
    AWS_LAMBDA_FUNCTION_NAME: 'start-export',
  }
  const { table, config, post } = await atDashboard('operator', {
    variables,
    onInvoke: async () => undefined,
  })
  const randomBytes = seededBytes('changes by operators')
  const at = later(0)
  const endpoint = aWebhookEndpoint({ url: 'https://shop.example/hook', at }, randomBytes)
  await saveEndpoint(table, endpoint)
  const delivery = await saveDelivery(table, { endpoint, at }, randomBytes)
  const customer: Customer = { ...customerExample, mode, createdAt: at, updatedAt: at }
  const session = aSession({ status: 'expired', closedAt: later(900) })
  await transact(table, [...customerCreation(customer), sessionCreation(session, later(900))])
  const notices = { ...noticeServices(config), table, now: () => at, randomBytes }
  const destination = await runAsOperator(
    addNoticeDestination,
    { ...notices, settings: async () => someSettings() },
    {
      ...{ mode, kind: 'slack', address: chatAddresses.slack, language: 'en', about: ['paid'] },
      ...{ withEmail: false, summary: 'off' },
    },
  )
  return { post, endpoint, delivery, customer, session, destination }
}

it('whatever an operator does who is not the owner adds its entry to the audit log, once', async () => {
  const { post, endpoint, delivery, customer, session, destination } = await fixture()
  const done = new Set<string>()
  const run = async (name: string, body: unknown): Promise<unknown> => {
    const response = await post(name, body)
    expect(response, `${name} ${response.body}`).toMatchObject({ statusCode: 200 })
    done.add(name)
    return JSON.parse(response.body)
  }
  const link = { mode, title: 'Letters', fiatAmount: '25.00', fiatCurrency: 'USD' }
  const { id } = made.parse(await run('add-link', link))
  await run('change-link', { id, fiatAmount: '30.00' })
  await run('remove-link', { id })
  const { metadata: was } = customer
  await run('change-customer', { id: customer.id, metadata: { tier: 'silver' }, was })
  await run('dismiss-session', { id: session.id, note: 'paid in cash' })
  await run('replay-delivery', { id: delivery.id })
  await run('recover-deliveries', { id: endpoint.id, since: later(0).toISOString() })
  await run('redrive-deliveries', {})
  await run('send-test-event', { id: endpoint.id })
  const started = made.parse(await run('start-export', { mode }))
  await run('delete-export', { id: started.id, mode })
  await run('order-book-audit', { mode })
  await run('test-notice-destination', { id: destination.id })

  expect([...done].sort()).toEqual(changing)
  const theirs = (await entries(post)).filter(({ actor }) => actor.id === 'op_operator')
  expect(theirs.map(({ action }) => action)).toEqual([
    ...['payment-link.create', 'payment-link.change', 'payment-link.delete'],
    ...['customer.change', 'session.dismiss'],
    ...['delivery.replay', 'deliveries.recover', 'webhook-endpoint.test'],
    ...['export.start', 'export.delete', 'books.audit', 'notices.test', 'deliveries.redrive'],
  ])
})

/** All that they can do, but for reading exports, and for asking the chain, of whose words nobody decides. */
const changing = operatorOperations
  .flatMap(({ name, caller, touches }) =>
    caller.kind === 'operator' && caller.role === 'operator' && touches.table === 'write'
      ? [name]
      : [],
  )
  .filter((name) => name !== 'check-session-now')
  .sort()

/** Those of test mode, then those of live mode, which has what concerns both; each the oldest first. */
async function entries(post: Awaited<ReturnType<typeof fixture>>['post']) {
  const pages = await Promise.all(
    (['test', 'live'] as const).map(async (of) => {
      const response = await post('list-audit-entries', { mode: of, limit: 100 })
      return page.parse(JSON.parse(response.body)).entries.toReversed()
    }),
  )
  return pages.flat()
}
