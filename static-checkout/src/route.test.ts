import { expect, test } from 'vitest'
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
  expect(routeOf(pathname)).toEqual(route)
})
