import { describe, expect, it } from 'vitest'
import { errorOf } from '../../test/api-event.ts'
import { newApiKey, saveBaseUrl } from '../../test/saved-instance.ts'
import { invokeApi, serviceFunctions } from '../../test/service-functions.ts'
import { serve as serveCreatePaymentLink } from './create-payment-link.ts'
import { serve as serveGetPaymentLink } from './get-payment-link.ts'

const valid = { title: 'Coffee', fiatAmount: '4.50' }

async function fixture({ baseUrl = 'https://pay.example.com' } = {}) {
  const { table, config } = await serviceFunctions()
  await saveBaseUrl(table, baseUrl)
  const key = await newApiKey(table, 'test')
  const create = serveCreatePaymentLink(config)
  const get = serveGetPaymentLink(config)
  return {
    create: (body: unknown) => invokeApi(create, { path: '/payment_links', key, body }),
    get: (id: string) => invokeApi(get, { path: '/payment_links/{id}', id, key }),
  }
}

describe('created', () => {
  it('and read again', async () => {
    const { create, get } = await fixture()
    const body = {
      title: 'Crème brûlée 🍮',
      description: 'Two spoons',
      fiatAmount: '0.10',
      fiatCurrency: 'EUR',
      successUrl: 'https://shop.example/thanks?a=1#top',
      cancelUrl: 'HTTPS://shop.example',
    }
    const created = await create(body)
    expect(created.statusCode).toBe(201)
    const link = JSON.parse(created.body)
    expect(link).toMatchObject({
      ...body,
      object: 'payment_link',
      active: true,
      checkoutUrl: `https://pay.example.com/l/${link.slug}`,
    })
    const read = await get(link.id)
    expect(read).toMatchObject({ statusCode: 200, body: created.body })
  })

  it('with its price as sessions have it', async () => {
    const { create } = await fixture()
    const { body } = await create({ title: 'Coffee', amount: { value: '4.5', currency: 'EUR' } })
    expect(JSON.parse(body)).toMatchObject({ fiatAmount: '4.5', fiatCurrency: 'EUR' })
    expect(JSON.parse(body)).not.toHaveProperty('amount')
  })

  it('with null for omitted fields', async () => {
    const { create } = await fixture()
    const { body } = await create({ ...valid, description: null, successUrl: null })
    expect(JSON.parse(body)).toMatchObject({
      description: null,
      successUrl: null,
      cancelUrl: null,
      fiatCurrency: 'USD',
    })
  })

  it.each(['0.01', '999999999999.99', '5', '5.5', '007.10'])(
    'with the amount %s as given',
    async (fiatAmount) => {
      const { create } = await fixture()
      const { body } = await create({ ...valid, fiatAmount })
      expect(JSON.parse(body)).toMatchObject({ fiatAmount })
    },
  )
})

describe('400', () => {
  const url = (length: number) => `https://shop.example/${'x'.repeat(length - 21)}`
  it.each([
    [{ title: 'x'.repeat(201) }, 'parameter_invalid', 'title'],
    [{ description: 'x'.repeat(2001) }, 'parameter_invalid', 'description'],
    [{ fiatAmount: '1000000000000' }, 'parameter_invalid', 'fiatAmount'],
    [{ fiatCurrency: 'usd' }, 'parameter_invalid', 'fiatCurrency'],
    [{ fiatCurrency: 'EURO' }, 'parameter_invalid', 'fiatCurrency'],
    [{ fiatCurrency: 'XXX' }, 'unsupported_currency', 'fiatCurrency'],
    [{ fiatCurrency: 'JPY' }, 'unsupported_currency', 'fiatCurrency'],
    [{ amount: { value: '4.50', currency: 'USD' } }, 'parameter_invalid', 'fiatAmount'],
    [
      { fiatAmount: undefined, amount: { value: '4.505', currency: 'USD' } },
      'parameter_invalid',
      'amount.value',
    ],
    [
      { fiatAmount: undefined, amount: { value: '4.50', currency: 'JPY' } },
      'unsupported_currency',
      'amount.currency',
    ],
    [
      { fiatAmount: undefined, fiatCurrency: 'USD', amount: { value: '4', currency: 'USD' } },
      'parameter_invalid',
      'fiatCurrency',
    ],
    [{ successUrl: 'http://shop.example' }, 'parameter_invalid', 'successUrl'],
    [{ successUrl: 'http://localhost:3000' }, 'parameter_invalid', 'successUrl'],
    [{ successUrl: 'javascript:alert(1)' }, 'parameter_invalid', 'successUrl'],
    [{ successUrl: '/thanks' }, 'parameter_invalid', 'successUrl'],
    [{ successUrl: 'https://' }, 'parameter_invalid', 'successUrl'],
    [{ successUrl: 'https:\\\\shop.example' }, 'parameter_invalid', 'successUrl'],
    [{ successUrl: 'https://shop.example/a b' }, 'parameter_invalid', 'successUrl'],
    [{ cancelUrl: 'https://bank@evil.example' }, 'parameter_invalid', 'cancelUrl'],
    [{ cancelUrl: url(2049) }, 'parameter_invalid', 'cancelUrl'],
  ])('%j', async (changes, code, param) => {
    const { create } = await fixture()
    expect(errorOf(await create({ ...valid, ...changes }))).toMatchObject({
      status: 400,
      type: 'invalid_request',
      code,
      param,
      message: expect.stringMatching(new RegExp(`^${param} .+\\.$`)),
    })
  })

  it('says how to fix the request', async () => {
    const { create } = await fixture()
    const messages = await Promise.all(
      [
        {},
        { ...valid, titel: 'a' },
        { ...valid, success_url: 'https://shop.example' },
        { ...valid, price: '5.00' },
        { ...valid, title: 'x'.repeat(201) },
        { ...valid, fiatAmount: 5 },
        { title: 'a', amount: 5 },
        { ...valid, successUrl: 'localhost:3000/thanks' },
      ].map(async (body) => errorOf(await create(body)).message),
    )
    expect(messages).toEqual([
      'title is required.',
      'titel is not a parameter of this request. Did you mean "title"?',
      'success_url is not a parameter of this request. Did you mean "successUrl"?',
      'price is not a parameter of this request. Check its spelling, or leave it out.',
      'title must have at most 200 characters.',
      'fiatAmount must be a string, such as "25.00".',
      'amount must be an object, such as {"value":"25.00","currency":"USD"}.',
      'successUrl must be an absolute URL: write http:// before it.',
    ])
  })

  it('accepts the longest URL allowed', async () => {
    const { create } = await fixture()
    expect((await create({ ...valid, successUrl: url(2048) })).statusCode).toBe(201)
  })
})

describe('an instance on localhost', () => {
  it('may also redirect to http://localhost, but nowhere else without TLS', async () => {
    const { create } = await fixture({ baseUrl: 'http://localhost:4400' })
    const response = (successUrl: string) => create({ ...valid, successUrl })
    expect((await response('http://localhost:3000/done')).statusCode).toBe(201)
    expect((await response('http://localhost.evil.example')).statusCode).toBe(400)
    expect((await response('http://shop.example')).statusCode).toBe(400)
  })
})
