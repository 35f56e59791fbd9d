import fc from 'fast-check'
import type * as z from 'zod'
import type { Operation } from '../../shared/kernel/operation/operation.ts'
import { type MerchantOperationId, merchantOperations } from '../../shared/merchant-operations.ts'
import { inputSchema } from '../../shared/openapi/openapi-schemas.ts'
import { hostileJson, hostileText, hostileValue } from './hostile-values.ts'
import { inlineReferences } from './inline-references.ts'
import { arbitraryOf, type Known } from './schema-arbitrary.ts'

/** A request whose ids are still indexes of existing resources: `{ resource: 'quotes', place: 3 }`. */
export type FuzzedRequest = {
  operation: MerchantOperationId
  id: string | Reference
  /** Text that is sent unchanged. */
  raw?: string
  body?: unknown
  query: readonly (readonly [string, unknown])[]
  headers: Record<string, string>
}

export type Reference = { resource: string; place: number }

const reference = (resource: string): fc.Arbitrary<unknown> =>
  fc.nat({ max: 1000 }).map((place): Reference => ({ resource, place }))

const known: Known = {
  linkId: reference('payment_links'),
  quoteId: reference('quotes'),
  sessionId: reference('checkout_sessions'),
  customerId: reference('customers'),
  endpointId: reference('webhook_endpoints'),
  chainId: rarely(fc.constant(31337), fc.constantFrom(31338, 1)),
  asset: rarely(fc.constantFrom('ETH', 'USDC'), fc.constant('DOGE')),
  customerEmail: rarely(fc.constantFrom('ada@example.com', 'Ada@Example.com'), fc.emailAddress()),
}

const anAddress = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

/** Refunds of sessions that were paid, a little at a time, most of which wait for their address. */
const knownOfRefunds: Known = {
  ...known,
  sessionId: reference('paid_sessions'),
  depositId: rarely(fc.constant(null), fc.constant('1:native')),
  amount: rarely(fc.constant('0.000000000000000001'), fc.constantFrom('9'.repeat(60), '0', '1e3')),
  address: rarely(fc.constant(null), fc.constant(anAddress)),
  sender: rarely(fc.constant(null), fc.constant(anAddress)),
}

/** Values that some operations have under names that others use, too. */
const knownIn: Partial<Record<string, Known>> = {
  'create-refund': knownOfRefunds,
  'update-refund': { ...known, address: fc.constant(anAddress) },
}

/** Requests that the schemas allow, and requests with one mistake. */
export function requestOf(operation: MerchantOperationId): fc.Arbitrary<FuzzedRequest> {
  const endpoint: Operation = merchantOperations[operation]
  const resource = endpoint.path.split('/')[3] ?? ''
  return fc
    .record({
      operation: fc.constant(operation),
      id: endpoint.path.includes('{id}') ? idOf(resource) : fc.constant(''),
      content: contentOf(endpoint),
      query: queryOf(endpoint, resource),
      headers: headers,
    })
    .map(({ content, ...request }) => ({ ...request, ...content }))
}

function idOf(resource: string): fc.Arbitrary<string | Reference> {
  const there = fc.nat({ max: 1000 }).map((place): Reference => ({ resource, place }))
  return mostly<string | Reference>(there, hostileText.map(encodeURIComponent))
}

function contentOf({
  body,
  method,
  name,
}: Operation): fc.Arbitrary<{ body?: unknown; raw?: string }> {
  if (method === 'GET' || body.safeParse(undefined).success) return fc.constant({})
  const valid = bodyArbitrary(body, knownIn[name] ?? known)
  const given = mostly(valid, spoiled(valid)).map((value) => ({ body: value }))
  return fc.oneof(
    { weight: 12, arbitrary: given },
    { weight: 1, arbitrary: hostileJson.map((raw) => ({ raw })) },
  )
}

function inlined(input: z.ZodType): unknown {
  const { schema, named } = inputSchema(input)
  return inlineReferences(schema, named)
}

function bodyArbitrary(
  schema: Operation['body'],
  values: Known,
): fc.Arbitrary<Record<string, unknown>> {
  return arbitraryOf(inlined(schema), values)
    .filter((value): value is Record<string, unknown> => isRecord(value))
    .chain((body) => {
      // A valid body has exactly one source of its price.
      const sources = ['quoteId', 'linkId', 'amount', 'fiatAmount'].filter((name) => name in body)
      if (sources.length === 0) return fc.constant(body)
      return fc.constantFrom(...sources).map((kept) => without(body, kept, sources))
    })
}

/** Parameters that only one source of the price accepts, because it decides them. */
const decidedBy: Readonly<Record<string, readonly string[]>> = {
  quoteId: ['chainId', 'asset'],
  amount: ['fiatCurrency'],
}

function without(body: Record<string, unknown>, kept: string, sources: readonly string[]) {
  const decided = decidedBy[kept] ?? []
  const gone = [...sources.filter((name) => name !== kept), ...decided]
  return Object.fromEntries(Object.entries(body).filter(([name]) => !gone.includes(name)))
}

/** One field that is wrong, missing or unknown, at the top or one level down. */
function spoiled(valid: fc.Arbitrary<Record<string, unknown>>): fc.Arbitrary<unknown> {
  return fc
    .tuple(valid, fc.nat({ max: 20 }), hostileValue, fc.constantFrom('set', 'drop', 'add', 'deep'))
    .map(([body, place, value, step]) => {
      const names = Object.keys(body)
      const name = names[place % Math.max(1, names.length)] ?? 'amount'
      const { [name]: old, ...rest } = body
      if (step === 'drop') return rest
      if (step === 'add') return { ...body, [JSON.stringify(value).slice(1, 50)]: value }
      if (step === 'deep' && isRecord(old)) return { ...body, [name]: spoilFirst(old, value) }
      return { ...body, [name]: value }
    })
}

function spoilFirst(inner: Record<string, unknown>, value: unknown): unknown {
  const [first = 'value'] = Object.keys(inner)
  return { ...inner, [first]: value }
}

function queryOf({ query }: Operation, resource: string): fc.Arbitrary<FuzzedRequest['query']> {
  const cursors = { ...known, starting_after: reference(resource) }
  const valid = arbitraryOf(inlined(query), cursors).map((value) =>
    isRecord(value) ? Object.entries(value).flatMap(parametersOf) : [],
  )
  const names = fc.constantFrom('limit', 'page', 'starting_after', 'status', 'createdAfter', 'x')
  const hostile = fc.array(fc.tuple(names, hostileText), { minLength: 1, maxLength: 2 })
  const both = fc.tuple(valid, hostile).map(([fine, wrong]) => [...fine, ...wrong])
  return fc.oneof({ weight: 8, arbitrary: valid }, { weight: 1, arbitrary: both })
}

/** An object's pairs are parameters of their own. References are objects, too. */
function parametersOf([name, value]: [string, unknown]): [string, unknown][] {
  if (name !== 'metadata' || !isRecord(value)) return [[name, value]]
  return Object.entries(value).map(([key, inner]) => [`${name}[${key}]`, inner])
}

/** Few keys, so that some repeat; texts that HTTP can carry. */
const headers: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 6, arbitrary: fc.constant({}) },
  {
    weight: 3,
    arbitrary: fc.nat({ max: 400 }).map((n) => ({ 'idempotency-key': `order ${n}` })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      { 'idempotency-key': '' },
      { 'idempotency-key': 'x'.repeat(300) },
      { 'idempotency-key': 'é' },
      { 'content-type': 'text/plain' },
      { authorization: 'Bearer ck_test_nobody' },
      { authorization: 'Basic YTpi' },
    ),
  },
)

function mostly<Value>(usual: fc.Arbitrary<Value>, other: fc.Arbitrary<Value>) {
  return fc.oneof({ weight: 3, arbitrary: usual }, { weight: 2, arbitrary: other })
}

function rarely<Value>(usual: fc.Arbitrary<Value>, other: fc.Arbitrary<Value>) {
  return fc.oneof({ weight: 9, arbitrary: usual }, { weight: 1, arbitrary: other })
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
