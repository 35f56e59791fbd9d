import { expect, it, onTestFinished } from 'vitest'
import * as z from 'zod'
import { newId } from '../../shared/kernel/ids.ts'
import type { Table } from '../../shared/kernel/store/table.ts'
import { transact } from '../../shared/kernel/store/transact.ts'
import { operatorOperations } from '../../shared/operator-operations.ts'
import { sessionCreation } from '../../shared/payments/checkout-sessions/store/sessions.ts'
import type { Customer } from '../../shared/records/customers/rules/customer.ts'
import { customerCreation } from '../../shared/records/customers/store/customers.ts'
import { customerExample } from '../../shared/records/customers/wire/customer-example.ts'
import type { PaymentLink } from '../../shared/records/payment-links/rules/payment-link.ts'
import { paymentLinkCreation } from '../../shared/records/payment-links/store/payment-links.ts'
import { paymentLinkExample } from '../../shared/records/payment-links/wire/payment-link-example.ts'
import { alchemyAccount } from '../../test/alchemy-account.ts'
import { atDashboard } from '../../test/at-dashboard.ts'
import { chatAddresses, startChats } from '../../test/chat-stand-ins.ts'
import { aSession } from '../../test/factories.ts'
import { operatorFunctions } from '../../test/operator-functions.ts'
import { credentialsOf } from '../../test/provider-accounts.ts'
import { newApiKey, saveWallet } from '../../test/saved-instance.ts'
import { saveNetworks } from '../../test/saved-networks.ts'
import { seededBytes } from '../../test/seeded-bytes.ts'
import { signedInAs } from '../../test/signed-in.ts'
import {
  aWebhookEndpoint,
  saveDelivery,
  saveEndpoint,
  webhookSecret,
} from '../../test/webhook-fixture.ts'

const nodeKey = 'key-of-the-node'
const notifierToken = 'token-of-the-notifier'
const pagerPath = 'path-of-the-pager'

/** An instance with a secret of each kind, and a viewer's cookie. */
async function fixture() {
  const { table, config, ...owned } = await withOwnersSecrets()
  await saveNetworks(table, config, { 8453: [`https://node.example/v2/${nodeKey}`] })
  const randomBytes = seededBytes('viewers')
  const at = new Date('2026-03-01T12:00:00Z')
  await saveWallet(table, config)
  const key = await newApiKey(table, 'test')
  const endpoint = aWebhookEndpoint({ url: 'https://shop.example/hook', at }, randomBytes)
  await saveEndpoint(table, endpoint)
  const delivery = await saveDelivery(table, { endpoint, at }, randomBytes)
  const times = { createdAt: at, updatedAt: at }
  const link: PaymentLink = { ...paymentLinkExample, mode: 'test', ...times }
  const customer: Customer = { ...customerExample, mode: 'test', ...times }
  await transact(table, [...paymentLinkCreation(link), ...customerCreation(customer)])
  const cookie = await signedInAs(table, 'viewer')
  const { post } = await operatorFunctions(config)
  return {
    post,
    cookie,
    secrets: [
      ...owned.secrets,
      ...[key.slice(16), webhookSecret.slice(12), nodeKey, 'secret-viewer', 'secret-owner', 'xpub'],
    ],
    ids: [endpoint.id, delivery.id, delivery.eventId, link.id, customer.id, ...owned.ids],
  }
}

/** An instance whose owner gave it the secrets of accounts elsewhere, as they do in the dashboard. */
async function withOwnersSecrets() {
  const [chats, notifier] = [await startChats(), await alchemyAccount(notifierToken)]
  onTestFinished(chats.stop)
  const variables = {
    CHAT_HOSTS: JSON.stringify(chats.hosts),
    NOTIFIER_HOSTS: JSON.stringify({ alchemy: notifier.url }),
  }
  const { table, config, post } = await atDashboard('owner', { variables })
  const set = async (name: string, body: unknown): Promise<unknown> => {
    const response = await post(name, body)
    expect(response, name).toMatchObject({ statusCode: 200 })
    return JSON.parse(response.body)
  }
  const mode = 'test'
  const credentials = credentialsOf('moonpay')
  await set('set-integration', {
    ...{ mode, provider: 'moonpay' },
    credentials: JSON.stringify(credentials),
  })
  await set('connect-notifier', { notifier: 'alchemy', token: notifierToken })
  const chat = { mode, kind: 'slack', address: chatAddresses.slack }
  const destination = z.object({ id: z.string() }).parse(await set('add-notice-destination', chat))
  const url = `https://pager.example/${pagerPath}`
  const webhook = z.object({ secret: z.string() }).parse(await set('set-instance-webhook', { url }))
  const refund = await promised(table, set)
  const { secretKey = '', webhookKey = '' } = credentials
  return {
    table,
    config,
    ids: [destination.id, ...refund.ids],
    secrets: [
      ...[secretKey, webhookKey, notifierToken],
      ...[chatAddresses.slack.slice(-24), pagerPath, webhook.secret.slice(12)],
      refund.secret,
    ],
  }
}

/** A refund of a payment, whose customer has the link. */
async function promised(table: Table, set: (name: string, body: unknown) => Promise<unknown>) {
  const at = new Date('2026-03-01T12:00:00Z')
  const paid = 10n ** 18n
  const session = aSession({
    ...{ id: newId('checkoutSession', at, seededBytes('promised')), createdAt: at, closedAt: at },
    ...{ status: 'paid', received: { seenBase: paid, confirmedBase: paid, confirmations: 9 } },
  })
  await transact(table, [sessionCreation(session, session.expiresAt)])
  const made = await set('add-refund', { sessionId: session.id, amount: '0.000000000001' })
  const { id, claimUrl } = z.object({ id: z.string(), claimUrl: z.string() }).parse(made)
  const secret = new URL(claimUrl).hash.slice(1)
  expect(secret).toMatch(/^[\w-]{22}$/)
  return { secret, ids: [session.id, id] }
}

/** But for those about their own account, which shows its recovery codes to them alone. */
const ofViewers = operatorOperations.flatMap(({ name, caller, command }) =>
  caller.kind === 'operator' && caller.role === 'viewer' && command !== null ? [name] : [],
)

/** These show a sweep, and what nodes respond: there are none here, and none has a secret. */
const notShown = ['get-sweep', 'show-gas', 'stop-factor']

it('no response to a viewer holds a secret', async () => {
  const { post, cookie, secrets, ids } = await fixture()
  const searched = { mode: 'test', query: 'ada@example.com' }
  const inputs = [{}, { mode: 'test' }, searched, ...ids.map((id) => ({ id }))]
  const shown = new Set<string>()
  for (const name of ofViewers) {
    for (const body of inputs) {
      const response = await post(name, { cookie, body })
      const text = JSON.stringify(response)
      for (const secret of secrets) {
        expect(text, `${name} ${JSON.stringify(body)}`).not.toContain(secret)
      }
      expect(text).not.toMatch(/"(wrappedKey|ciphertext|secretHash|hash|salt)\\?"/)
      if (response.statusCode === 200) shown.add(name)
    }
  }
  expect(ofViewers.filter((name) => !shown.has(name)).sort()).toEqual(notShown)
})
