import { describe, expect, it } from 'vitest'
import { newId } from '../../shared/kernel/ids.ts'
import { pageAuditEntries } from '../../shared/kernel/store/audit-log.ts'
import type { Table } from '../../shared/kernel/store/table.ts'
import { transact } from '../../shared/kernel/store/transact.ts'
import type { Customer } from '../../shared/records/customers/rules/customer.ts'
import { customerCreation } from '../../shared/records/customers/store/customers.ts'
import { customerPage } from '../../shared/records/customers/wire/customer.ts'
import { errorOf } from '../../test/api-event.ts'
import { configuredFunctions } from '../../test/configured-functions.ts'
import { fillWithCustomers } from '../../test/customer-rows.ts'
import { later } from '../../test/factories.ts'
import { newApiKey } from '../../test/saved-instance.ts'
import { seededBytes } from '../../test/seeded-bytes.ts'
import { invokeApi } from '../../test/service-functions.ts'
import { serve as serveCreateCheckoutSession } from './create-checkout-session.ts'
import { serve as serveDeleteCustomer } from './delete-customer.ts'
import { serve as serveGetCustomer } from './get-customer.ts'
import { serve as serveListCustomers } from './list-customers.ts'
import { serve as serveUpdateCustomer } from './update-customer.ts'

async function fixture({ wallet = true } = {}) {
  const { table, config } = await configuredFunctions({ wallet })
  const [key, liveKey] = [await newApiKey(table, 'test'), await newApiKey(table, 'live')]
  const functions = {
    list: serveListCustomers(config),
    get: serveGetCustomer(config),
    update: serveUpdateCustomer(config),
    remove: serveDeleteCustomer(config),
    open: serveCreateCheckoutSession(config),
  }
  const list = (query = '') => invokeApi(functions.list, { path: '/customers', key, query })
  const one = { path: '/customers/{id}', key }
  return {
    table,
    liveKey,
    list,
    page: async (query = '') =>
      customerPage
        .unwrap()
        .strict()
        .parse(JSON.parse((await list(query)).body)),
    get: (id: string) => invokeApi(functions.get, { ...one, id }),
    update: (id: string, body: unknown) =>
      invokeApi(functions.update, { ...one, id, method: 'PATCH', body }),
    remove: (id: string, withKey = key) =>
      invokeApi(functions.remove, { ...one, id, method: 'DELETE', key: withKey }),
    open: (customerEmail: string | null) =>
      invokeApi(functions.open, {
        path: '/checkout_sessions',
        key,
        body: { amount: { value: '5', currency: 'USD' }, asset: 'USDC', customerEmail },
      }),
  }
}

/** Customers 1 to `count`, one second apart. */
async function addCustomers(table: Table, count: number, since = 0): Promise<Customer[]> {
  const bytes = seededBytes(`customers ${since}`)
  const customers = Array.from({ length: count }, (_, i): Customer => {
    const at = later(since + i)
    return {
      id: newId('customer', at, bytes),
      mode: 'test',
      email: `customer${since + i + 1}@example.com`,
      metadata: null,
      createdAt: at,
      updatedAt: at,
    }
  })
  for (const customer of customers) await transact(table, customerCreation(customer))
  return customers
}

describe('a customer', () => {
  it('is created with the first session that has the email', async () => {
    const { get, open, page } = await fixture()
    await open(null)
    expect((await page()).total).toBe(0)
    const session = JSON.parse((await open('Ada@Example.com')).body)
    const { data, total } = await page()
    const [ada] = data
    expect([total, data.length]).toEqual([1, 1])
    expect(ada).toEqual({
      id: expect.stringMatching(/^cus_/),
      object: 'customer',
      email: 'Ada@Example.com',
      metadata: null,
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: ada?.createdAt,
    })
    expect(session.customerEmail).toBe('Ada@Example.com')
    expect(JSON.parse((await get(ada?.id ?? '')).body)).toEqual(ada)
  })
})

describe('an erased customer', () => {
  async function erased() {
    const parts = await fixture()
    await parts.open('Ada@Example.com')
    const [customer] = (await parts.page()).data
    const id = customer?.id ?? ''
    await parts.update(id, { metadata: { name: 'Ada Lovelace' } })
    const response = await parts.remove(id)
    return { ...parts, customer, id, response }
  }

  it('keeps the id, the time and the place in the list, and nothing of the person', async () => {
    const { customer, id, response, get, page } = await erased()
    expect([response.statusCode, JSON.parse(response.body)]).toEqual([
      200,
      { id, object: 'customer', deleted: true },
    ])
    const shown = JSON.parse((await get(id)).body)
    expect(shown).toEqual({
      ...customer,
      email: `erased+${id}@example.invalid`,
      updatedAt: expect.any(String),
    })
    expect(await page()).toMatchObject({ total: 1, data: [shown] })
    expect(await page('email=ada@example.com')).toMatchObject({ total: 0 })
  })

  it('can neither be erased again nor changed', async () => {
    const { id, remove, update, get, liveKey } = await erased()
    const before = (await get(id)).body
    expect(errorOf(await remove(id))).toMatchObject({ status: 404, code: 'resource_not_found' })
    expect(errorOf(await update(id, { metadata: { name: 'Ada' } }))).toMatchObject({
      status: 409,
      code: 'state_changed',
    })
    expect((await remove(id, liveKey)).statusCode).toBe(404)
    expect((await get(id)).body).toBe(before)
  })

  it('is another than who gives the same email later', async () => {
    const { id, open, page } = await erased()
    await open('ada@example.com')
    const { data, total } = await page()
    expect(total).toBe(2)
    expect(data[1]?.id).toBe(id)
    expect(data[0]).toMatchObject({ email: 'ada@example.com', metadata: null })
  })

  it('has an entry in the audit log, with the API key', async () => {
    const { table, id } = await erased()
    const { items } = await pageAuditEntries(table, { mode: 'test' }, { limit: 10 })
    expect(items).toMatchObject([
      {
        action: 'customer.erase',
        target: id,
        actor: { kind: 'api-key', id: expect.stringMatching(/^key_/) },
      },
    ])
    expect(JSON.stringify(items).toLowerCase()).not.toContain('ada@example')
  })

  it('is erased once by concurrent requests, and is not changed by them', async () => {
    const { open, page, remove, update, get } = await fixture()
    await open('ada@example.com')
    const id = (await page()).data[0]?.id ?? ''
    const requests = [1, 2, 3].flatMap((n) => [
      remove(id),
      update(id, { metadata: { name: `Ada ${n}` } }),
    ])
    const responses = await Promise.all(requests)
    expect(responses.filter(({ body }) => body.includes('"deleted":true'))).toHaveLength(1)
    expect(JSON.parse((await get(id)).body).metadata).toBeNull()
  })
})

describe('pages', () => {
  it('are empty at first, and hold 25 by default, newest first', async () => {
    const { page, table } = await fixture({ wallet: false })
    expect(await page()).toEqual({
      object: 'list',
      data: [],
      hasMore: false,
      nextCursor: null,
      total: 0,
      page: 1,
      limit: 25,
    })
    expect((await page('page=2')).total).toBe(0)
    const newestFirst = (await addCustomers(table, 27)).map(({ id }) => id).reverse()
    const first = await page()
    expect(first.data.map(({ id }) => id)).toEqual(newestFirst.slice(0, 25))
    expect(first).toMatchObject({ total: 27, page: 1, limit: 25 })
  })

  it('continue after a cursor, whoever comes meanwhile, also from a numbered page', async () => {
    const { list, page, table } = await fixture()
    const customers = await addCustomers(table, 12)
    const newest = customers.map(({ id }) => id).toReversed()
    const first = await page('limit=5')
    expect(first).toMatchObject({ hasMore: true, nextCursor: newest[4], page: 1 })
    const [latest] = await addCustomers(table, 1, 100)
    expect((await page()).data[0]?.id).toBe(latest?.id)
    const rest = await page(`limit=5&starting_after=${newest[4]}`)
    expect(rest.data.map(({ id }) => id)).toEqual(newest.slice(5, 10))
    const last = await page(`limit=5&starting_after=${rest.nextCursor}`)
    expect(last).toMatchObject({ hasMore: false, nextCursor: null, total: 13 })
    expect(last.data.map(({ id }) => id)).toEqual(newest.slice(10))
    expect((await page('limit=12&page=2')).hasMore).toBe(false)
    const email = `email=customer2@example.com&starting_after=${newest[0]}`
    expect((await page(email)).data).toHaveLength(1)
    expect((await page(email.replace(`${newest[0]}`, `${newest[10]}`))).data).toEqual([])
    const both = errorOf(await list(`page=2&starting_after=${newest[4]}`))
    expect(both).toMatchObject({ status: 400, code: 'parameter_invalid', param: 'page' })
  })

  it('are complete up to the size limit of a response, and beyond it refused with a hint', async () => {
    const { list, table } = await fixture({ wallet: false })
    const names = Array.from({ length: 50 }, (_, n) => `note ${n}`)
    const metadata = Object.fromEntries(names.map((name) => [name, '語'.repeat(500)]))
    const ids = await fillWithCustomers(table, 'test', { numbered: 60, recent: 40, metadata })
    const half = JSON.parse((await list('limit=50&page=2')).body)
    expect(half.data.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 50).toReversed())
    expect(errorOf(await list('limit=100'))).toMatchObject({
      status: 400,
      code: 'parameter_invalid',
      param: 'limit',
    })
  })

  it('filtered by email show exactly its customer, in any letter case', async () => {
    const { page, table } = await fixture({ wallet: false })
    const customers = await addCustomers(table, 12)
    const found = await page('email=CUSTOMER1@example.com')
    expect(found).toMatchObject({ total: 1, page: 1, limit: 25 })
    expect(found.data.map(({ id }) => id)).toEqual([customers[0]?.id])
    expect(await page('email=customer1@example.com&page=2')).toMatchObject({ data: [], total: 1 })
    for (const email of ['customer@example.com', 'customer1', '%25', 'customer1@example.com%20']) {
      expect(await page(`email=${email}`)).toMatchObject({ data: [], total: 0 })
    }
  })
})

describe('metadata', () => {
  async function withCustomer() {
    const parts = await fixture({ wallet: false })
    const [customer] = await addCustomers(parts.table, 1)
    return { ...parts, id: customer?.id ?? '' }
  }

  it('is replaced by an object and cleared by null', async () => {
    const { get, id, update } = await withCustomer()
    const first = await update(id, { metadata: { tier: 'gold', visits: 1e21 } })
    expect([first.statusCode, JSON.parse(first.body).metadata]).toEqual([
      200,
      { tier: 'gold', visits: 1e21 },
    ])
    await update(id, { metadata: { note: 'ü' } })
    expect(JSON.parse((await get(id)).body).metadata).toEqual({ note: 'ü' })
    const cleared = await update(id, { metadata: null })
    expect(JSON.parse(cleared.body).metadata).toBeNull()
    expect((await get(id)).body).toBe(cleared.body)
  })
})

describe('400', () => {
  it.each([
    ['starting_after=cs_01JD8Z3K000000000000000000', 'invalid_cursor', 'starting_after'],
    ['starting_after=cus_01JD8Z3K000000000000000000', 'invalid_cursor', 'starting_after'],
    ['page=0', 'parameter_invalid', 'page'],
    ['page=1.5', 'parameter_invalid', 'page'],
    ['page=9999999999', 'parameter_invalid', 'page'],
    ['limit=101', 'parameter_invalid', 'limit'],
    ['email=', 'parameter_invalid', 'email'],
    [`email=${'a'.repeat(255)}`, 'parameter_invalid', 'email'],
  ])('%s', async (query, code, param) => {
    const { list } = await fixture({ wallet: false })
    expect(errorOf(await list(query))).toMatchObject({ status: 400, code, param })
  })
})
