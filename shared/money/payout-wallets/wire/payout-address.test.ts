import { expect, it } from 'vitest'
import { payoutAddress } from './payout-address.ts'

const checksummed = [
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  '0xde709f2102306220921060314715629080e2fb77',
  '0x27b1fdb04752bbc536007a920d24acb045561c26',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
]

it.each(checksummed)('%s is stored with its checksum', (address) => {
  expect(payoutAddress.parse(address)).toBe(address)
  expect(payoutAddress.parse(address.toLowerCase())).toBe(address)
  expect(payoutAddress.parse(`0x${address.slice(2).toUpperCase()}`)).toBe(address)
})

it.each([
  ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Beaed', 'copy the address from your wallet again'],
  ['0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'copy the address from your wallet again'],
  ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe', '40 hexadecimal digits'],
  ['5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', '40 hexadecimal digits'],
  ['vitalik.eth', '40 hexadecimal digits'],
  ['', '40 hexadecimal digits'],
  [`0x${'0'.repeat(40)}`, 'nobody has the key'],
  ['0x0000000000000000000000000000000000000001', 'nobody has the key'],
  ['0x000000000000000000000000000000000000dEaD', 'nobody has the key'],
])('%s is refused: %s', (text, message) => {
  const { error } = payoutAddress.safeParse(text)
  expect(error?.issues).toHaveLength(1)
  expect(error?.issues[0]?.message).toContain(message)
})
