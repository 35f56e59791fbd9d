import { expect, it } from 'vitest'
import { operatorOf } from './node-operator.ts'

it.each([
  ['eth-mainnet.g.alchemy.com', 'alchemy.com'],
  ['base-mainnet.g.alchemy.com:443', 'alchemy.com'],
  ['one.node.example.co.uk', 'example.co.uk'],
  ['two.node.example.co.uk', 'example.co.uk'],
  ['other.co.uk', 'other.co.uk'],
  ['NODE.Example.COM', 'example.com'],
  // Customers of one host have separate names there.
  ['mine.quiknode.pro', 'quiknode.pro'],
  ['mine.fly.dev', 'fly.dev'],
  ['203.0.113.7:8545', '203.0.113.7'],
  ['203.0.113.7:8546', '203.0.113.7'],
  ['[2001:db8::7]:8545', '[2001:db8::7]'],
  ['geth:8545', 'geth'],
  ['127.0.0.1:8545', 'localhost'],
  ['127.0.0.1:8546', 'localhost'],
  ['[::1]:8545', 'localhost'],
  ['node.localhost', 'localhost'],
])('%s is run by %s', (host, operator) => {
  expect(operatorOf({ network: 'mainnet' }, host)).toBe(operator)
})

it('distinguishes nodes on this machine by their ports if the chain is local', () => {
  expect(operatorOf({ network: 'local' }, '127.0.0.1:8545')).toBe('127.0.0.1:8545')
  expect(operatorOf({ network: 'local' }, 'localhost:8546')).toBe('localhost:8546')
  expect(operatorOf({ network: 'local' }, 'one.example.com')).toBe('example.com')
})
