import { getAddress } from 'viem/utils'
import * as z from 'zod'
import { fieldProblems } from '../../../kernel/wire/field-problem.ts'

const digits = /^0x[\da-f]{40}$/i

/** Precompiled contracts, the zero address, 0x…dEaD: what arrives there is lost. */
const lastReserved = 0xffffn

/** Problems with an address as somebody typed it. */
export type AddressTypo = 'format' | 'checksum' | 'reserved'

export const typoSentences = {
  address_format: 'must be an address: 0x and 40 hexadecimal digits',
  address_checksum:
    'has a wrong checksum, so at least one character is wrong: copy the address from your wallet again',
  address_reserved: 'is an address that nobody has the key of: give an address of your own wallet',
} as const

const problem = fieldProblems(typoSentences)

/** An address that money can be sent to, with the checksum of EIP-55. */
export const payoutAddress = z
  .string()
  .superRefine((text, context) => {
    const typo = addressTypo(text)
    if (typo !== undefined) context.addIssue({ code: 'custom', ...problem(`address_${typo}`) })
  })
  .transform(withChecksum)

export function withChecksum(text: string): `0x${string}` {
  return getAddress(`0x${text.slice(2).toLowerCase()}`)
}

/** Undefined if it can be an address. One in a single case has no checksum. */
export function addressTypo(text: string): AddressTypo | undefined {
  if (!digits.test(text)) return 'format'
  const hex = text.slice(2)
  const isMixed = /[a-f]/.test(hex) && /[A-F]/.test(hex)
  if (isMixed && withChecksum(text) !== text) return 'checksum'
  return BigInt(text) <= lastReserved ? 'reserved' : undefined
}
