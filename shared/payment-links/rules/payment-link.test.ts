import { describe, expect, it } from 'vitest'
import { changePaymentLink } from './change-payment-link.ts'
import type { PaymentLink } from './payment-link.ts'
import { isLocalUrl, refuseInsecureUrls } from './redirect-urls.ts'

const at = (seconds: number) => new Date(Date.UTC(2026, 2, 1) + seconds * 1000)

const link: PaymentLink = {
  ...{ id: 'pl_1', mode: 'live', slug: 'abc', title: 'Tea', description: 'Green' },
  ...{ fiatAmount: '5', fiatCurrency: 'USD', successUrl: null, cancelUrl: null, active: true },
  ...{ createdAt: at(0), updatedAt: at(10) },
}

it('a change leaves out what isn’t given, clears what is null, and is always later', () => {
  const changed = changePaymentLink(link, { title: undefined, description: null }, at(20))
  expect(changed).toEqual({ ...link, description: null, updatedAt: at(20) })
  const sameTime = changePaymentLink(link, { active: false }, at(10))
  expect(sameTime).toEqual({ ...link, active: false, updatedAt: at(10.001) })
  expect(changePaymentLink(link, {}, at(5)).updatedAt).toEqual(at(10.001))
})

describe('a URL', () => {
  it.each([
    ['http://localhost', true],
    ['https://localhost:3000/pay', true],
    ['http://127.0.0.1?x', true],
    ['HTTP://[::1]#x', true],
    ['http://localhost.example', false],
    ['http://127.0.0.10', false],
    ['ftp://localhost', false],
    ['x http://localhost', false],
  ])('%s is of this machine: %j', (url, expected) => {
    expect(isLocalUrl(url)).toBe(expected)
  })

  it('of a shop begins with https, unless the instance is on this machine', () => {
    const refuse = (url: string | null, baseUrl = 'https://pay.example') =>
      refuseInsecureUrls({ cancelUrl: null, successUrl: url }, { baseUrl })
    expect(() => refuse('http://shop.example')).toThrow(
      expect.objectContaining({
        ...{ code: 'parameter_invalid', param: 'successUrl' },
        message: 'successUrl must begin with https://.',
      }),
    )
    expect(() => refuse('x https://shop.example')).toThrow()
    for (const url of [null, 'https://shop.example', 'HTTPS://shop.example']) refuse(url)
    refuse('http://shop.example', 'http://localhost:3000')
  })
})
