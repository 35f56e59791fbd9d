import { expect, test } from 'vitest'
import { clientNetwork } from './client-network.ts'

test.each([
  ['198.51.100.10', '198.51.100.10'],
  ['2001:db8:85a3:8d3:1319:8a2e:370:7348', '2001:db8:85a3:8d3::/64'],
  ['2001:0db8:85a3:08d3:0000:0000:0000:0001', '2001:db8:85a3:8d3::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:DB8:1::1', '2001:db8:1:0::/64'],
  ['2001::1:2:3:4:5:6', '2001:0:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
])('%s counts as %s', (viewerAddress, network) => {
  expect(clientNetwork(viewerAddress)).toBe(network)
})

test('neighbours in one /64 are one client, another /64 is another', () => {
  const first = clientNetwork('2001:db8:1:2::a')
  expect(clientNetwork('2001:db8:1:2:ffff:ffff:ffff:ffff')).toBe(first)
  expect(clientNetwork('2001:db8:1:3::a')).not.toBe(first)
})
