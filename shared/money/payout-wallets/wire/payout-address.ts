import { getAddress } from 'viem/utils'
import * as z from 'zod'

const digits = /^0x[\da-f]{40}$/i

/** Precompiled contracts, the zero address, 0x…dEaD: what arrives there is lost. */
const lastReserved = 0xffffn

/** An address that money can be sent to, with the checksum of EIP-55. */
export const payoutAddress = z
  .string()
  .superRefine((text, context) => {
    const message = problemOf(text)
    if (message !== undefined) context.addIssue({ code: 'custom', message })
  })
  .transform((text) => getAddress(`0x${text.slice(2).toLowerCase()}`))

/** What is wrong with it, to follow its name. */
function problemOf(text: string): string | undefined {
  if (!digits.test(text)) return 'must be an address: 0x and 40 hexadecimal digits'
  const hex = text.slice(2)
  const isMixed = /[a-f]/.test(hex) && /[A-F]/.test(hex)
  if (isMixed && getAddress(`0x${hex.toLowerCase()}`) !== text) {
    return 'has a wrong checksum, so at least one character is wrong: copy the address from your wallet again'
  }
  if (BigInt(text) <= lastReserved) {
    return 'is an address that nobody has the key of: give an address of your own wallet'
  }
  return undefined
}
