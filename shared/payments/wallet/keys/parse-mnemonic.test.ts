import { mnemonicToSeedSync } from '@scure/bip39'
import { mnemonicToAccount } from 'viem/accounts'
import { expect, it } from 'vitest'
import bip39 from '../../../../test/vectors/bip39.json' with { type: 'json' }
import hdAddresses from '../../../../test/vectors/hd-addresses.json' with { type: 'json' }
import { ServiceError } from '../../../kernel/errors.ts'
import { accountKeys } from './account-keys.ts'
import { deriveDepositAddress } from './derive-deposit-address.ts'
import { mnemonicProblem, parseMnemonic } from './parse-mnemonic.ts'

const words = hdAddresses.vectors[0]?.mnemonic ?? ''

it('a mnemonic may be typed with any blanks and capitals', () => {
  expect(parseMnemonic(`  ${words.toUpperCase().replaceAll(' ', ' \n\t')} `)).toBe(words)
})

it.each(bip39.vectors)('a published mnemonic is accepted as it is: $mnemonic', (vector) => {
  expect(parseMnemonic(vector.mnemonic)).toBe(vector.mnemonic)
  const seed = mnemonicToSeedSync(vector.mnemonic, 'TREZOR')
  expect(Buffer.from(seed).toString('hex')).toBe(vector.seed)
  expect(deriveDepositAddress(accountKeys(vector.mnemonic).live, 0)).toBe(
    mnemonicToAccount(vector.mnemonic).address,
  )
})

it('a mnemonic may have 12, 15, 18, 21 or 24 words', () => {
  const counts = bip39.vectors.map(({ mnemonic }) => mnemonic.split(' ').length)
  expect(new Set(counts)).toEqual(new Set([12, 15, 18, 21, 24]))
})

const checksum =
  'has a wrong checksum: a word is not the one that was written down, or words changed places.'
const unknown = 'has words that are not in the English BIP-39 list:'

it.each([
  { text: words.replace(/about$/, 'abandon'), problem: checksum },
  { text: words.replace(/about$/, 'quittance'), problem: `${unknown} word 12 (quittance).` },
  {
    text: words.replace('abandon', 'abandn').replace(/about$/, 'abuot'),
    problem: `${unknown} word 1 (abandn), word 12 (abuot).`,
  },
  { text: words.replace(/ about$/, ''), problem: 'has 11 words instead of 12, 15, 18, 21 or 24.' },
  {
    text: words.replace(/about$/, 'abuot abandon'),
    problem: `has 13 words instead of 12, 15, 18, 21 or 24. It ${unknown} word 12 (abuot).`,
  },
  { text: ' ', problem: 'has 0 words instead of 12, 15, 18, 21 or 24.' },
  {
    // Another secret, such as a private key, pasted by mistake.
    text: `0x${'5'.repeat(64)}`,
    problem: `has 1 word instead of 12, 15, 18, 21 or 24. It ${unknown} word 1.`,
  },
])('$problem', ({ text, problem }) => {
  expect(mnemonicProblem(text)).toBe(problem)
})

it('an error for the log names positions, and no word', () => {
  const text = words.replace(/about$/, 'quittance')
  expect(() => parseMnemonic(text)).toThrow(ServiceError)
  expect(() => parseMnemonic(text)).toThrow(`mnemonic ${unknown} word 12.`)
})
