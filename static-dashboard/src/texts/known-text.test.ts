import { expect, it } from 'vitest'
import { knownText } from './known-text.ts'

it('is undefined for what only a newer release knows, whatever its name', () => {
  const texts = { 'payout-wallet.set': 'Payout wallet set' }
  const names = ['payout-wallet.set', 'vault.open', 'constructor', '__proto__']
  expect(names.map((name) => knownText(texts, name) ?? name)).toEqual([
    'Payout wallet set',
    'vault.open',
    'constructor',
    '__proto__',
  ])
})
