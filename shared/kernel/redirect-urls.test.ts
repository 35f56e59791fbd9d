import { describe, expect, it } from 'vitest'
import { isLocalUrl, refuseInsecureUrls } from './redirect-urls.ts'

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
        code: 'parameter_invalid',
        param: 'successUrl',
        message: 'successUrl must begin with https://.',
      }),
    )
    expect(() => refuse('x https://shop.example')).toThrow()
    for (const url of [null, 'https://shop.example', 'HTTPS://shop.example']) refuse(url)
    refuse('http://shop.example', 'http://localhost:3000')
  })
})
