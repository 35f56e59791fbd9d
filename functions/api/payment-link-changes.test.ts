import { describe, expect, it } from 'vitest'
import { transact } from '../../shared/kernel/store/transact.ts'
import {
  findPaymentLinkBySlug,
  loadPaymentLink,
  paymentLinkCreation,
} from '../../shared/records/payment-links/store/payment-links.ts'
import { errorOf } from '../../test/api-event.ts'
import { aPaymentLink } from '../../test/factories.ts'
import { newApiKey, saveBaseUrl } from '../../test/saved-instance.ts'
import { invokeApi, serviceFunctions } from '../../test/service-functions.ts'
import { pageOf, walkList } from '../../test/walk-list.ts'
import { serve as serveCreatePaymentLink } from './create-payment-link.ts'
import { serve as serveDeletePaymentLink } from './delete-payment-link.ts'
import { serve as serveGetPaymentLink } from './get-payment-link.ts'
import { serve as serveListPaymentLinks } from './list-payment-links.ts'
import { serve as serveUpdatePaymentLink } from './update-payment-link.ts'

const link = aPaymentLink({
  description: 'Monthly',
  fiatAmount: '9.99',
  successUrl: 'https://shop.example/thanks',
  cancelUrl: 'https://shop.example/cart',
})

async function fixture() {
  const { table, config } = await serviceFunctions({ RATE_LIMIT_PER_MINUTE: '100000' })
  await saveBaseUrl(table, 'https://pay.example.com')
  await transact(table, paymentLinkCreation(link))
  const key = await newApiKey(table, 'test')
  const functions = {
    create: serveCreatePaymentLink(config),
    get: serveGetPaymentLink(config),
    list: serveListPaymentLinks(config),
    update: serveUpdatePaymentLink(config),
    remove: serveDeletePaymentLink(config),
  }
  const one = { path: '/payment_links/{id}', id: link.id, key }
  return {
    table,
    create: (title: string) =>
      invokeApi(functions.create, {
        path: '/payment_links',
        key,
        body: { title, fiatAmount: '1' },
      }),
    get: () => invokeApi(functions.get, one),
    list: (query = '') => invokeApi(functions.list, { path: '/payment_links', key, query }),
    update: (body: unknown) => invokeApi(functions.update, { ...one, method: 'PATCH', body }),
    remove: (id = link.id) => invokeApi(functions.remove, { ...one, method: 'DELETE', id }),
  }
}

describe('changed', () => {
  it.each([
    { title: 'Membership' },
    { description: null },
    { fiatAmount: '12.5' },
    { fiatCurrency: 'EUR' },
    { successUrl: null, cancelUrl: 'https://shop.example/no' },
    { active: false },
    {},
  ])('by %j, and nothing else', async (changes) => {
    const { get, update } = await fixture()
    const before = JSON.parse((await get()).body)
    const response = await update(changes)
    expect(response.statusCode).toBe(200)
    const { updatedAt, ...after } = JSON.parse(response.body)
    expect({ ...after, updatedAt: before.updatedAt }).toEqual({ ...before, ...changes })
    expect(updatedAt > before.updatedAt).toBe(true)
    expect((await get()).body).toBe(response.body)
  })

  it('to a price as sessions have it', async () => {
    const { update } = await fixture()
    const { body } = await update({ amount: { value: '12.5', currency: 'EUR' } })
    expect(JSON.parse(body)).toMatchObject({ fiatAmount: '12.5', fiatCurrency: 'EUR' })
  })

  it('by concurrent requests, none of which is lost', async () => {
    const { get, update } = await fixture()
    const changes = [
      { title: 'Membership' },
      { description: null },
      { fiatAmount: '12.50' },
      { active: false },
    ]
    const responses = await Promise.all(changes.map((change) => update(change)))
    expect(responses.map((response) => response.statusCode)).toEqual([200, 200, 200, 200])
    const moments = responses.map((response) => JSON.parse(response.body).updatedAt)
    expect(new Set(moments).size).toBe(4)
    expect(JSON.parse((await get()).body)).toMatchObject(Object.assign({}, ...changes))
  })
})

describe('deleted', () => {
  it('immediately, for good, and its slug is never reused', async () => {
    const { get, list, remove, table } = await fixture()
    const response = await remove()
    expect(response.statusCode).toBe(200)
    expect(JSON.parse(response.body)).toEqual({
      id: link.id,
      object: 'payment_link',
      deleted: true,
    })
    expect((await get()).statusCode).toBe(404)
    expect(pageOf(await list()).data).toEqual([])
    expect(await findPaymentLinkBySlug(table, link.slug)).toBeUndefined()
    const heir = { ...link, id: 'pl_01JD8Z3K000000000000000001' }
    expect(await transact(table, paymentLinkCreation(heir))).toMatchObject({ committed: false })
  })

  it('and its cursor still works', async () => {
    const { create, list, remove } = await fixture()
    for (const title of ['a', 'b']) await create(title)
    const ids = pageOf(await list()).data.map(({ id }) => id)
    const [newest, middle, oldest = ''] = ids
    expect(pageOf(await list('limit=2'))).toMatchObject({ hasMore: true, nextCursor: middle })
    await remove(middle)
    const rest = pageOf(await list(`limit=2&starting_after=${middle}`))
    expect(rest.data.map(({ id }) => id)).toEqual([oldest])
    expect(await walkList(list, {}, { limit: 1 })).toEqual([newest, oldest])
  })
})

describe('400', () => {
  it.each([
    [{ title: null }, 'parameter_invalid', 'title'],
    [{ fiatAmount: null }, 'parameter_invalid', 'fiatAmount'],
    [{ fiatCurrency: 'XXX' }, 'unsupported_currency', 'fiatCurrency'],
    [
      { fiatAmount: '1', amount: { value: '2', currency: 'EUR' } },
      'parameter_invalid',
      'fiatAmount',
    ],
    [{ amount: { value: '2', currency: 'JPY' } }, 'unsupported_currency', 'amount.currency'],
    [{ fiatCurrency: 'JPY' }, 'unsupported_currency', 'fiatCurrency'],
    [{ successUrl: 'http://shop.example' }, 'parameter_invalid', 'successUrl'],
    [{ cancelUrl: 'http://localhost:3000' }, 'parameter_invalid', 'cancelUrl'],
    [{ active: null }, 'parameter_invalid', 'active'],
  ])('%j', async (body, code, param) => {
    const { table, update } = await fixture()
    const response = errorOf(await update(body))
    expect(response).toMatchObject({ status: 400, code, ...(param && { param }) })
    expect(await loadPaymentLink(table, 'test', link.id)).toEqual(link)
  })
})
