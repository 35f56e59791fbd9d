import * as z from 'zod'
import { timestamp } from '../../../kernel/wire/primitives.ts'
import { merchantView } from '../../../records/settings/wire/merchant.ts'
import { refundStatuses } from '../rules/refund.ts'

/** The secret of a claim link, which is after the `#`: browsers send that to nobody. */
export const claimSecret = z.strictObject({ secret: z.string().max(100) })

/** A refund as its customer sees it. */
export const claimView = z.object({
  id: z.string(),
  status: z.enum(refundStatuses),
  livemode: z.boolean(),
  merchant: merchantView,
  amount: z.string(),
  asset: z.string(),
  chainName: z.string(),
  address: z.string().nullable(),
  addressUrl: z.string().nullable(),
  transactionUrl: z.string().nullable(),
  /** When the link ends. */
  expiresAt: timestamp,
})

export type ClaimView = z.infer<typeof claimView>

/** Why an address can't be the customer's. */
const addressProblems = ['format', 'checksum', 'reserved', 'contract', 'ours'] as const

export type AddressProblem = (typeof addressProblems)[number]

/** A contract on another network that has no code on this one: nobody may be able to move what arrives there. */
const addressWarnings = ['no-code-here'] as const

export type AddressWarning = (typeof addressWarnings)[number]

export const claimAddress = z.strictObject({
  secret: z.string().max(100),
  address: z.string().trim().max(200),
  /** Without it, the address is only checked. */
  isFinal: z.boolean(),
})

export const claimOutcome = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('refused'), problem: z.enum(addressProblems) }),
  z.object({
    kind: z.literal('checked'),
    /** With its checksum. */
    address: z.string(),
    warnings: z.array(z.enum(addressWarnings)),
  }),
  z.object({ kind: z.literal('given'), view: claimView }),
])

export type ClaimOutcome = z.infer<typeof claimOutcome>
