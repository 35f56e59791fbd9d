import { expect, it } from 'vitest'
import { transact } from '../../shared/kernel/store/transact.ts'
import { operatorOperations } from '../../shared/operator-operations.ts'
import type { Customer } from '../../shared/records/customers/rules/customer.ts'
import { customerCreation } from '../../shared/records/customers/store/customers.ts'
import { customerExample } from '../../shared/records/customers/wire/customer-example.ts'
import type { PaymentLink } from '../../shared/records/payment-links/rules/payment-link.ts'
import { paymentLinkCreation } from '../../shared/records/payment-links/store/payment-links.ts'
import { paymentLinkExample } from '../../shared/records/payment-links/wire/payment-link-example.ts'
import { operatorFunctions } from '../../test/operator-functions.ts'
import { newApiKey, saveWallet } from '../../test/saved-instance.ts'
import { seededBytes } from '../../test/seeded-bytes.ts'
import { serviceFunctions } from '../../test/service-functions.ts'
import { signedInAs } from '../../test/signed-in.ts'
import {
  aWebhookEndpoint,
  saveDelivery,
  saveEndpoint,
  webhookSecret,
} from '../../test/webhook-fixture.ts'

const nodeKey = 'key-of-the-node'

/** An instance with a secret of each kind, and a viewer's cookie. */
async function fixture() {
  const nodes = { 31337: [`http://127.0.0.1:9/v2/${nodeKey}`] }
  const { table, config } = await serviceFunctions({}, nodes)
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
    key,
    ids: [endpoint.id, delivery.id, delivery.eventId, link.id, customer.id],
  }
}

/** But for those about their own account, which shows its recovery codes to them alone. */
const ofViewers = operatorOperations.flatMap(({ name, caller, command }) =>
  caller.kind === 'operator' && caller.role === 'viewer' && command !== null ? [name] : [],
)

/** These show a session, a sweep, a refund, and what nodes respond: there are none here, and none has a secret. */
const notShown = [
  ...['get-sweep', 'show-explained-session', 'show-gas', 'show-refund', 'stop-factor'],
]

it('no response to a viewer holds a secret', async () => {
  const { post, cookie, key, ids } = await fixture()
  const searched = { mode: 'test', query: 'ada@example.com' }
  const inputs = [{}, { mode: 'test' }, searched, ...ids.map((id) => ({ id }))]
  const shown = new Set<string>()
  for (const name of ofViewers) {
    for (const body of inputs) {
      const response = await post(name, { cookie, body })
      const text = JSON.stringify(response)
      for (const secret of [
        key.slice(16),
        webhookSecret.slice(12),
        nodeKey,
        'secret-viewer',
        'xpub',
      ]) {
        expect(text, `${name} ${JSON.stringify(body)}`).not.toContain(secret)
      }
      expect(text).not.toMatch(/"(wrappedKey|ciphertext|secretHash|hash|salt)\\?"/)
      if (response.statusCode === 200) shown.add(name)
    }
  }
  expect(ofViewers.filter((name) => !shown.has(name)).sort()).toEqual(notShown)
})
