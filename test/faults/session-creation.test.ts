import { ScanCommand } from '@aws-sdk/lib-dynamodb'
import { expect, it } from 'vitest'
import * as z from 'zod'
import * as createCheckoutSession from '../../functions/api/create-checkout-session.ts'
import * as createPaymentLink from '../../functions/api/create-payment-link.ts'
import * as submitDetails from '../../functions/checkout/submit-details.ts'
import type { HttpResponse } from '../../shared/http/http-message.ts'
import { newId } from '../../shared/kernel/ids.ts'
import { invariant } from '../../shared/kernel/invariant.ts'
import type { Table } from '../../shared/kernel/store/table.ts'
import { transact } from '../../shared/kernel/store/transact.ts'
import { sessionCreation } from '../../shared/payments/checkout-sessions/store/sessions.ts'
import { saveApiKeyUse } from '../../shared/records/api-keys/store/api-key-uses.ts'
import { loadApiKeys } from '../../shared/records/api-keys/store/api-keys.ts'
import { customerKeys, customerPartitions } from '../../shared/records/customers/store/keys.ts'
import { type ApiCall, lambdaContext } from '../api-event.ts'
import { configuredFunctions, subscription } from '../configured-functions.ts'
import { aSession } from '../factories.ts'
import { pageEvent } from '../page-event.ts'
import { newApiKey } from '../saved-instance.ts'
import { seededBytes } from '../seeded-bytes.ts'
import { invokeApi, serviceFunctions } from '../service-functions.ts'
import { localMachines } from './local-machines.ts'
import { complaints, type FaultCase, type UseCase, walkFaults } from './walk-faults.ts'

const randomBytes = seededBytes('creating')

/** A request, and a value that identifies its resource. */
type Subject = { label: string; call: ApiCall }
type Case = FaultCase<Subject, HttpResponse>
type Item = Record<string, unknown> & { pk: string; sk: string }

/** A caller of one operation that sends an idempotency key with every new request. */
function caller(
  key: string,
  path: string,
  body: (label: string) => Record<string, unknown>,
): Pick<UseCase<Subject, HttpResponse>, 'prepare'> {
  let requests = 0
  return {
    prepare: async () => {
      const label = `request-${++requests}`
      return { label, call: { key, path, body: body(label), idempotencyKey: label } }
    },
  }
}

async function allItems(table: Table): Promise<Item[]> {
  const items: Item[] = []
  let start: Record<string, unknown> | undefined
  do {
    const { Items, LastEvaluatedKey } = await table.client.send(
      new ScanCommand({ TableName: table.name, ExclusiveStartKey: start }),
    )
    items.push(...z.array(z.looseObject({ pk: z.string(), sk: z.string() })).parse(Items))
    start = LastEvaluatedKey
  } while (start)
  return items
}

const identified = z.object({ id: z.string() })

/** A key of test mode that was used before: its first use in an hour is one write more than every other one. */
async function usedApiKey(table: Table): Promise<string> {
  const key = await newApiKey(table, 'test')
  const [stored] = await loadApiKeys(table, 'test')
  invariant(stored, 'the key is stored')
  await saveApiKeyUse(table, stored, new Date())
  return key
}

/** Returns the responses that don't match the created items. */
function badResponses({ results }: Case, made: readonly Item[]): string[] {
  const successes = results.filter(({ statusCode }) => statusCode === 201)
  const others = results.filter(({ statusCode }) => statusCode !== 201 && statusCode < 500)
  const ids = new Set(successes.map(({ body }) => identified.parse(JSON.parse(body)).id))
  const known = new Set(made.map(({ id }) => id))
  return [
    ...others.map(({ statusCode, body }) => `got ${statusCode} ${body}`),
    ...[...ids]
      .filter((id) => !known.has(id))
      .map((id) => `responded with ${id}, which does not exist`),
  ]
}

/** One resource for a request that was repeated until it succeeded, otherwise at most one. */
function badCount({ results }: Case, made: readonly Item[], again: boolean): string[] {
  const isCreated = results.at(-1)?.statusCode === 201
  if (again && !isCreated) return [`did not succeed: ${JSON.stringify(results.at(-1))}`]
  const expected = isCreated ? [1] : [0, 1]
  return expected.includes(made.length) ? [] : [`was created ${made.length} times`]
}

function repeated<Value>(values: readonly Value[]): Value[] {
  return values.filter((value, index) => values.indexOf(value) !== index)
}

it.each([{ again: true }, { again: false }])(
  'a payment link is created once per idempotency key, whichever call fails (repeated: $again)',
  async ({ again }) => {
    const { table, config } = await configuredFunctions()
    const key = await usedApiKey(table)
    const cases = await walkFaults(
      {
        ...caller(key, '/payment_links', (title) => ({ title, fiatAmount: '5.00' })),
        start: async () => {
          const handler = createPaymentLink.serve(config)
          return ({ call }) => invokeApi(handler, call)
        },
      },
      { again },
    )
    const items = await allItems(table)
    const links = items.filter(({ sk }) => sk === 'link')
    const found = await complaints(cases, async (one) => {
      const made = links.filter(({ title }) => title === one.subject.label)
      return [...badCount(one, made, again), ...badResponses(one, made)]
    })
    expect(found).toEqual([])
    const slugs = items.filter(({ sk }) => sk === 'slug').map(({ linkId }) => linkId)
    expect(slugs.toSorted()).toEqual(links.map(({ id }) => id).toSorted())
  },
)

it.each([{ again: true }, { again: false }])(
  'a session is opened once per idempotency key, whichever call fails (repeated: $again)',
  async ({ again }) => {
    const { table, config } = await configuredFunctions()
    await localMachines()
    const key = await usedApiKey(table)
    const body = (label: string) => ({
      linkId: subscription.id,
      customerEmail: `${label}@example.com`,
      metadata: { label },
    })
    const cases = await walkFaults(
      {
        ...caller(key, '/checkout_sessions', body),
        start: async () => {
          const handler = createCheckoutSession.serve(config)
          return ({ call }) => invokeApi(handler, call)
        },
      },
      { again },
    )
    const items = await allItems(table)
    const sessions = items.filter(({ sk }) => sk === 'session')
    const found = await complaints(cases, async (one) => {
      const made = sessions.filter(({ metadata }) =>
        String(metadata).includes(`"${one.subject.label}"`),
      )
      return [...badCount(one, made, again), ...badResponses(one, made)]
    })
    expect(found).toEqual([])
    expectSoundSessions(items)
    expectSoundCustomers(items)
  },
)

it.each([{ again: true }, { again: false }])(
  'details from the page are stored with their customer or not at all, whichever call fails (repeated: $again)',
  async ({ again }) => {
    const { table, config } = await serviceFunctions({ LINK_SESSIONS_PER_MINUTE: '100000' })
    const cases = await walkFaults(
      {
        prepare: async () => {
          const at = new Date()
          const session = aSession({ id: newId('checkoutSession', at, randomBytes), createdAt: at })
          await transact(table, [sessionCreation(session, session.expiresAt)])
          return session
        },
        start: async () => {
          const handler = submitDetails.serve(config)
          return ({ id }) => {
            const path = '/api/checkout/sessions/{id}/details'
            const body = { email: `${id}@example.com`, name: 'Ana' }
            return handler(pageEvent({ path, parameters: { id }, body }), lambdaContext())
          }
        },
      },
      { again },
    )
    const items = await allItems(table)
    const sessions = new Map(
      items.flatMap((item) => (item.sk === 'session' ? [[item['id'], item]] : [])),
    )
    const emails = new Set(items.flatMap(({ sk, pk }) => (sk === 'email' ? [pk] : [])))
    const found = await complaints(cases, async ({ subject: { id }, results }) => {
      const session = sessions.get(id)
      const isGiven = session?.['customerEmail'] === `${id}@example.com`
      const isConfirmed = results.at(-1)?.statusCode === 200
      return [
        ...(isConfirmed === again ? [] : [`got ${JSON.stringify(results.at(-1))}`]),
        ...(isConfirmed && !isGiven ? ['was not stored'] : []),
        ...(session?.['version'] === (isGiven ? 2 : 1) ? [] : ['has other details']),
        ...(emails.has(customerKeys.customerEmail('test', `${id}@example.com`).pk) === isGiven
          ? []
          : ['session and customer differ']),
      ]
    })
    expect(found).toEqual([])
    expectSoundCustomers(items)
  },
)

function expectSoundSessions(items: readonly Item[]): void {
  const sessions = items.filter(({ sk }) => sk === 'session')
  const addresses = items.filter(({ sk }) => sk === 'address')
  const indexes = sessions.map(({ derivationIndex }) => Number(derivationIndex))
  expect(repeated(indexes), 'derivation indices used twice').toEqual([])
  const counter = items.find(({ pk }) => pk === 'test#counter#derivation')
  expect(Math.max(...indexes), 'a derivation index that was never allocated').toBeLessThan(
    Number(counter?.['next']),
  )
  const bySession = new Map(sessions.map((session) => [session['id'], session['address']]))
  expect(
    new Map(addresses.map((address) => [address['sessionId'], address['address']])),
    'each session has one address, and each address one session',
  ).toEqual(bySession)
  // The reconciler's index, in case the timer never started.
  expect(sessions.filter(({ duePk, mode }) => duePk !== `${mode}#due#sessions`)).toEqual([])
}

function expectSoundCustomers(items: readonly Item[]): void {
  const customers = items.filter(({ sk }) => sk === 'customer')
  const emails = items.filter(({ sk }) => sk === 'email')
  expect(emails.map(({ customerId }) => customerId).toSorted()).toEqual(
    customers.map(({ id }) => id).toSorted(),
  )
  const recent = items.filter(({ pk }) => pk === customerPartitions.recentCustomers('test').key)
  expect(recent.map(({ sk }) => sk).toSorted()).toEqual(customers.map(({ id }) => id).toSorted())
}
