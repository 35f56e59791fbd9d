import { expect, it } from 'vitest'
import { viewerAddress } from './request-headers.ts'

const said = (...values: string[]) => values.map((value) => ['X-Forwarded-For', value] as const)
const proxies = ['127.0.0.1', '10.0.0.2']

it.each([
  [
    'that of the connection, whatever a visitor claims',
    '203.0.113.9',
    said('198.51.100.1'),
    '203.0.113.9',
  ],
  ['whom a trusted proxy was called by', '::ffff:127.0.0.1', said('198.51.100.1'), '198.51.100.1'],
  [
    'not what the visitor told the proxy',
    '127.0.0.1',
    said('192.0.2.1, 198.51.100.1'),
    '198.51.100.1',
  ],
  ['behind several proxies', '127.0.0.1', said('198.51.100.1', '10.0.0.2'), '198.51.100.1'],
  ['the proxy’s own, if it says nothing', '127.0.0.1', said(), '127.0.0.1'],
  ['the proxy’s, if it says something else', '127.0.0.1', said('unknown'), '127.0.0.1'],
] as const)('the visitor’s address is %s', (...[, connected, lines, address]) => {
  expect(viewerAddress(connected, lines, proxies)).toBe(address)
})
