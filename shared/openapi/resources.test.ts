import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { inlineReferences } from '../../test/contract/inline-references.ts'
import { scopeOf } from '../kernel/operation/operation.ts'
import { errorBody } from '../kernel/wire/error.ts'
import { event } from '../merchant/events/wire/event.ts'
import {
  createdWebhookEndpoint,
  webhookEndpoint,
} from '../merchant/webhooks/wire/webhook-endpoint.ts'
import { merchantOperations } from '../merchant-operations.ts'
import { refund } from '../money/refunds/wire/refund.ts'
import { checkoutSession } from '../payments/checkout-sessions/wire/checkout-session.ts'
import { quote } from '../payments/quotes/wire/quote.ts'
import { customer, customerPage } from '../records/customers/wire/customer.ts'
import { paymentLink } from '../records/payment-links/wire/payment-link.ts'
import { outputSchema } from './openapi-schemas.ts'

/** The interface specification's tables: every resource with its fields, then those that were added to them. */
const tables: Record<string, { schema: z.ZodType; specified: string; added?: string }> = {
  payment_link: {
    schema: paymentLink,
    specified:
      'id object slug title description fiatAmount fiatCurrency successUrl cancelUrl active checkoutUrl createdAt updatedAt',
  },
  checkout_session: {
    schema: checkoutSession,
    specified:
      'id object linkId status address amount.wei amount.eth fiat.amount fiat.currency ethPriceUsd expiresAt paidAt txHash chainId asset assetSelected metadata successUrl cancelUrl returnUrl customerEmail livemode checkoutUrl createdAt updatedAt',
    added:
      'amount.base amount.formatted amount.decimals amountReceived.base amountReceived.formatted amountPending.base amountPending.formatted amountRefunded.base amountRefunded.formatted unitPriceUsd lateUntil confirmations confirmationsRequired failureReason provider',
  },
  quote: {
    schema: quote,
    specified:
      'id object linkId chainId asset tokenAddress amount.base amount.formatted amount.decimals fiat.amount fiat.currency unitPriceUsd expiresAt consumed checkoutSessionId livemode createdAt',
  },
  customer: { schema: customer, specified: 'id object email metadata createdAt updatedAt' },
  'list of customers': {
    schema: customerPage,
    specified: 'object data total page limit',
    added: 'hasMore nextCursor',
  },
  webhook_endpoint: {
    schema: webhookEndpoint,
    specified: 'id object url events active secretPrefix createdAt',
    added: 'inactiveReason',
  },
  'webhook_endpoint as created': {
    schema: createdWebhookEndpoint,
    specified: 'id object url events active secret secretPrefix createdAt',
    added: 'inactiveReason',
  },
  error: {
    schema: errorBody,
    specified: 'error.type error.code error.message error.requestId',
    added: 'error.param',
  },
}

const node = z.looseObject({
  properties: z.record(z.string(), z.unknown()).optional(),
  allOf: z.array(z.unknown()).optional(),
})

/** The fields of a schema, those of objects inside it with their path. */
function fieldsOf(schema: unknown, path = ''): string[] {
  const { properties, allOf } = node.parse(schema)
  if (allOf) return allOf.flatMap((part) => fieldsOf(part, path))
  if (!properties) return [path]
  return Object.entries(properties).flatMap(([name, inner]) =>
    fieldsOf(inner, path === '' ? name : `${path}.${name}`),
  )
}

/** The schema in `openapi.json`, with its references inlined. */
const jsonOf = (schema: z.ZodType) => {
  const { schema: json, named } = outputSchema(schema)
  return inlineReferences(json, named)
}
const sorted = (text: string) => text.split(' ').filter(Boolean).toSorted()

describe('the fields of', () => {
  it.each(Object.entries(tables))(
    '%s are those of the specification and the added ones',
    (_, table) => {
      const { schema, specified, added = '' } = table
      expect(fieldsOf(jsonOf(schema)).toSorted()).toEqual(sorted(`${specified} ${added}`))
    },
  )

  it('event are those of the specification, with the session and its sequence as data', () => {
    const fields = fieldsOf(jsonOf(event))
    const session = fieldsOf(jsonOf(checkoutSession)).map((field) => `data.${field}`)
    const deposit = sorted(
      'id chainId asset tokenAddress reason seenAt amount.base amount.formatted amount.decimals',
    ).map((field) => `data.deposit.${field}`)
    const refunded = fieldsOf(jsonOf(refund)).map((field) => `data.refund.${field}`)
    const marks = sorted('data.sequence data.synthetic data.redacted')
    const data = [...session, ...deposit, ...refunded, ...marks]
    const own = sorted('id object type livemode createdAt')
    expect(fields.toSorted()).toEqual([...own, ...data].toSorted())
  })
})

/** The specification's table of operations, and those that were added. */
const operations = `
POST /payment_links links:write 201
GET /payment_links links:read 200
GET /payment_links/{id} links:read 200
PATCH /payment_links/{id} links:write 200
DELETE /payment_links/{id} links:write 200
GET /assets any 200
POST /quotes sessions:write 201
GET /quotes/{id} sessions:read 200
POST /checkout_sessions sessions:write 201
POST /checkout_sessions/{id}/expire sessions:write 200
GET /checkout_sessions sessions:read 200
GET /checkout_sessions/{id} sessions:read 200
POST /refunds refunds:write 201
GET /refunds refunds:read 200
GET /refunds/{id} refunds:read 200
PATCH /refunds/{id} refunds:write 200
POST /refunds/{id}/cancel refunds:write 200
POST /webhook_endpoints webhooks:write 201
GET /webhook_endpoints webhooks:read 200
GET /webhook_endpoints/{id} webhooks:read 200
PATCH /webhook_endpoints/{id} webhooks:write 200
DELETE /webhook_endpoints/{id} webhooks:write 200
POST /webhook_endpoints/{id}/test webhooks:write 202
POST /webhook_endpoints/{id}/rotate_secret webhooks:write 200
GET /webhook_endpoints/{id}/deliveries webhooks:write 200
POST /events/{id}/redeliver webhooks:write 202
GET /events events:read 200
GET /events/{id} events:read 200
GET /customers customers:read 200
GET /customers/{id} customers:read 200
PATCH /customers/{id} customers:write 200
DELETE /customers/{id} customers:write 200`

it('the operations are those of the specification, with their scopes and statuses', () => {
  const rows = Object.values(merchantOperations).map(
    (operation) =>
      `${operation.method} ${operation.path.replace('/api/v1', '')} ${scopeOf(operation) ?? 'any'} ${operation.success.status}`,
  )
  expect(rows.toSorted()).toEqual(operations.trim().split('\n').toSorted())
})
