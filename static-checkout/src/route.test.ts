import { describe, expect, test } from 'vitest'
import { routeOf } from './route.ts'

test.each([
  ['/l/k7m2p9x4qd', { kind: 'link', slug: 'k7m2p9x4qd' }],
  [
    '/checkout/cs_01JD8Z3K5V7Q2N4M6R8T0W1X3Y',
    { kind: 'session', id: 'cs_01JD8Z3K5V7Q2N4M6R8T0W1X3Y' },
  ],
  ['/checkout/cs_1/', { kind: 'session', id: 'cs_1' }],
  ['/l/', { kind: 'unknown' }],
  ['/l/a/b', { kind: 'unknown' }],
  ['/', { kind: 'unknown' }],
])('%s', (pathname, route) => {
  expect(routeOf({ pathname, search: '' })).toEqual(route)
})

describe('the prefilled email', () => {
  test.each([
    ['?prefill_email=ada%2Bshop%40example.com', 'ada+shop@example.com'],
    ['?utm=x&prefill_email=+ada@example.com+', 'ada@example.com'],
    ['?prefill_email=nobody', 'nobody'],
    ['?prefill_email=', undefined],
    ['?email=ada@example.com', undefined],
    [`?prefill_email=${'a'.repeat(300)}`, undefined],
  ])('%s', (search, prefillEmail) => {
    const link = { kind: 'link', slug: 'k7m2p9x4qd' }
    const route = routeOf({ pathname: '/l/k7m2p9x4qd', search })
    expect(route).toEqual(prefillEmail ? { ...link, prefillEmail } : link)
  })

  test('is ignored for an existing session', () => {
    const search = '?prefill_email=ada@example.com'
    expect(routeOf({ pathname: '/checkout/cs_1', search })).toEqual({ kind: 'session', id: 'cs_1' })
  })
})
