import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { apiErrors } from '../kernel/errors.ts'
import { type Operation, scopeOf } from '../kernel/operation/operation.ts'
import { event } from '../merchant/events/wire/event.ts'
import { webhookEndpoint } from '../merchant/webhooks/wire/webhook-endpoint.ts'
import { merchantOperations } from '../merchant-operations.ts'
import { checkoutSession } from '../payments/checkout-sessions/wire/checkout-session.ts'
import { quote } from '../payments/quotes/wire/quote.ts'
import { customer } from '../records/customers/wire/customer.ts'
import { eventTypes } from '../records/outbox/rules/event.ts'
import { paymentLink } from '../records/payment-links/wire/payment-link.ts'
import { openapi } from './openapi.ts'

const document = openapi({ baseUrl: 'https://pay.example' })
const text = JSON.stringify(document)

const operation = z.object({
  operationId: z.string(),
  summary: z.string().min(1),
  security: z.array(z.record(z.string(), z.array(z.string()))).default([]),
  parameters: z.array(z.object({ name: z.string(), description: z.string().min(10) })).default([]),
  responses: z.record(z.string(), z.unknown()),
})
const named = z.object({ id: z.string(), examples: z.array(z.unknown()) })

/** A part of the document, by the names that lead to it. */
function at(...path: string[]): unknown {
  return path.reduce<unknown>((node, key) => z.looseObject({}).parse(node)[key], document)
}

const described = z
  .object({
    paths: z.record(z.string(), z.record(z.string(), operation)),
    webhooks: z.record(z.string(), z.object({ post: operation })),
  })
  .parse(document)

describe('the OpenAPI description', () => {
  it('is valid OpenAPI 3.1, as an independent validator reads it', async () => {
    const { valid, errors: found } = await new Validator().validate(JSON.parse(text))
    expect(found ?? []).toEqual([])
    expect(valid).toBe(true)
  })

  it.each(Object.entries<Operation>(merchantOperations))(
    'has %s with its success and its errors',
    (id, operation) => {
      const found =
        described.paths[operation.path.replace('/api/v1', '')]?.[operation.method.toLowerCase()]
      expect(found?.operationId).toBe(id)
      expect(found?.security).toEqual([{ apiKey: [scopeOf(operation) ?? []].flat() }])
      expect(Object.keys(found?.responses ?? {})).toEqual(
        expect.arrayContaining([
          String(operation.success.status),
          '400',
          '401',
          '403',
          '429',
          '500',
        ]),
      )
    },
  )

  it('has every event as a webhook, and every error code with an example', () => {
    expect(Object.keys(described.webhooks)).toEqual([...eventTypes])
    for (const code of Object.keys(apiErrors)) {
      // The gateway responds so to methods that are no operation.
      if (code !== 'method_not_allowed') expect(text).toContain(`"code":"${code}"`)
    }
  })

  it('has every filter of the lists as a parameter', () => {
    const names = (path: string) =>
      described.paths[path]?.['get']?.parameters.map(({ name }) => name)
    const cursor = ['limit', 'starting_after']
    const created = ['createdAfter', 'createdBefore']
    expect(names('/payment_links')).toEqual(cursor)
    expect(names('/checkout_sessions')).toEqual([
      ...cursor,
      'status',
      'linkId',
      'customerId',
      'metadata',
      ...created,
    ])
    expect(names('/webhook_endpoints')).toEqual(cursor)
    expect(names('/events')).toEqual([
      ...cursor,
      'type',
      'sessionId',
      'linkId',
      'customerId',
      'metadata',
      ...created,
    ])
    expect(names('/customers')).toEqual([...cursor, 'page', 'email'])
  })

  it.each([paymentLink, checkoutSession, quote, customer, webhookEndpoint, event])(
    'shows an example of each resource with every field of it',
    (schema) => {
      const { id, examples } = named.parse(z.globalRegistry.get(schema.unwrap()))
      expect(examples, id).toHaveLength(1)
      for (const example of examples) expect(schema.parse(example)).toEqual(example)
    },
  )

  it('resolves all its references', () => {
    const references = [...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map((match) => match[1] ?? '')
    expect(references.length).toBeGreaterThan(20)
    for (const path of references) {
      const target = path
        .split('/')
        .reduce<unknown>((node, key) => z.looseObject({}).safeParse(node).data?.[key], document)
      expect(target, path).toBeDefined()
    }
  })

  it('names nothing that it does not use, and bounds no integer by what JavaScript can hold', () => {
    const { components } = z
      .object({ components: z.record(z.string(), z.record(z.string(), z.unknown())) })
      .parse(document)
    for (const kind of ['schemas', 'responses', 'headers']) {
      for (const name of Object.keys(components[kind] ?? {})) {
        expect(text).toContain(`"$ref":"#/components/${kind}/${name}"`)
      }
    }
    expect(text).not.toContain(String(Number.MAX_SAFE_INTEGER))
  })

  it('says what the API does where a type alone does not', () => {
    const schemaOf = (name: string) => at('components', 'schemas', name)
    expect(schemaOf('CreateCheckoutSessionBody')).toMatchObject({
      if: { required: ['quoteId'] },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: {
        not: {
          anyOf: ['linkId', 'amount', 'chainId', 'asset'].map((name) => ({ required: [name] })),
        },
      },
      else: { oneOf: [{ required: ['linkId'] }, { required: ['amount'] }] },
      properties: { customerEmail: { anyOf: [{ format: 'idn-email' }, {}] } },
    })
    expect(schemaOf('CreateQuoteBody')).toMatchObject({
      if: { required: ['linkId'] },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { not: { anyOf: [{ required: ['amount'] }] } },
      else: { required: ['amount'] },
    })
    expect(schemaOf('OrderAmount')).toMatchObject({
      properties: { value: { not: { pattern: '^0+(\\.0+)?$' } } },
    })
    expect(schemaOf('MetadataInput')).toHaveProperty('maxProperties', 50)
    expect(schemaOf('CreateWebhookEndpointBody')).toMatchObject({
      properties: { url: { pattern: '^https://' } },
    })
    const parameters = z.array(z.object({ name: z.string(), schema: z.looseObject({}) }))
    const of = (path: string, method: string) =>
      Object.fromEntries(
        parameters.parse(at('paths', path, method, 'parameters')).map((p) => [p.name, p.schema]),
      )
    expect(of('/customers', 'get')).toMatchObject({ limit: { default: 25 }, page: { default: 1 } })
    expect(of('/events', 'get')['starting_after']).toMatchObject({
      pattern: expect.stringContaining('^evt_'),
    })
    expect(of('/quotes', 'post')['Idempotency-Key']).toMatchObject({ pattern: '^[ -~]+$' })
    expect(at('components', 'responses', 'Error409', 'headers')).toHaveProperty('X-RateLimit-Limit')
    expect(at('paths', '/openapi.json', 'get', 'security')).toEqual([])
  })

  it.each(Object.entries<Operation>(merchantOperations))(
    'has an example that %s accepts',
    (_, { body, docs }) => expect(body.safeParse(docs.example).success).toBe(true),
  )
})
