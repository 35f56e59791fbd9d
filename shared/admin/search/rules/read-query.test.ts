import { expect, test } from 'vitest'
import { readQuery } from './read-query.ts'

const id = 'cs_01JD8Z3K000000000000000ABC'
const address = '0x9858effd232b4033e47d90003d41ec34ecaeda94'
const hash = `0x${'0a'.repeat(32)}`

test.each([
  ['as it is', id],
  ['in another letter case', id.toLowerCase()],
  ['with spaces around it', `  ${id}\n`],
  ['in the URL of its checkout', `https://pay.example.com/checkout/${id}?embed=1`],
  ['in the URL of the dashboard', `http://localhost:4400/dashboard/test/payments/${id}`],
])('reads an id %s', (_, text) => {
  expect(readQuery(text).id).toEqual({ kind: 'checkoutSession', id })
})

test.each([
  ['a letter that ids lack', id.replace('ABC', 'ABU')],
  ['one character more', `${id}0`],
  ['one character less', id.slice(0, -1)],
  ['a prefix that nothing has', id.replace('cs_', 'xx_')],
  ['the prefix of something that is not searched for', id.replace('cs_', 'op_')],
  ['the prefix after other letters', `a${id}`],
])('reads no id from %s', (_, text) => {
  expect(readQuery(text).id).toBeUndefined()
})

test('reads an address in any letter case, also with a wrong checksum, and in an explorer’s URL', () => {
  const wrong = `0x${address.slice(2).toUpperCase()}`
  for (const text of [address, wrong, `https://etherscan.io/address/${wrong}#tokentxns`]) {
    expect(readQuery(text)).toMatchObject({ address, hash: undefined })
  }
  expect(readQuery(`${address}0`).address).toBeUndefined()
})

test('reads the hash of a transaction, also without its beginning', () => {
  for (const text of [hash, hash.toUpperCase().replace('0X', '0x'), hash.slice(2)]) {
    expect(readQuery(text)).toMatchObject({ hash, address: undefined })
  }
  expect(readQuery(`https://basescan.org/tx/${hash}`).hash).toBe(hash)
  expect(readQuery(`${hash}0`).hash).toBeUndefined()
})

test('reads a link’s slug on its own and in its URL', () => {
  expect(readQuery('abcdefgh23').slug).toBe('abcdefgh23')
  expect(readQuery('https://pay.example.com/l/abcdefgh23').slug).toBe('abcdefgh23')
  expect(readQuery('https://pay.example.com/abcdefgh23').slug).toBeUndefined()
})

test('reads an email, and the id of an order as it was written', () => {
  expect(readQuery('Ana@Example.com').email).toBe('Ana@Example.com')
  expect(readQuery('Ana, ana@example.com').email).toBeUndefined()
  expect(readQuery(' Order-17 ').orderId).toBe('Order-17')
  expect(readQuery('two words').orderId).toBeUndefined()
  expect(readQuery('x'.repeat(201)).orderId).toBeUndefined()
})
