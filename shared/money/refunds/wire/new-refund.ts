import * as z from 'zod'
import { parseDecimal } from '../../../kernel/money.ts'
import { fieldErrors } from '../../../kernel/wire/field-problem.ts'
import { id } from '../../../kernel/wire/primitives.ts'
import { payoutAddress } from '../../payout-wallets/wire/payout-address.ts'
import { refundSentences } from '../rules/refund-refusals.ts'

const shape = {
  sessionId: id.describe('The session whose payment is refunded.'),
  depositId: id.describe(
    'The id of one of its unmatched deposits, if that is refunded and not what the session counted.',
  ),
  amount: z
    .string()
    .max(80)
    .refine((text) => (parseDecimal(text, 60)?.units ?? 0n) > 0n, {
      error: fieldErrors(refundSentences)('no_refund_amount'),
    })
    .meta({ examples: ['0.002'] })
    .describe(
      'In the asset that was paid: at most what was received and is not yet being refunded.',
    ),
  reason: z.string().trim().min(1).max(200).describe('Why, for the customer and for you.'),
  address: payoutAddress.describe(
    'Where the money goes. If you leave it out, the customer says so at `claimUrl`.',
  ),
  sender: payoutAddress.describe(
    'The wallet that you will send it from, if it is not the payout wallet.',
  ),
}

export const newRefund = z.lazy(() =>
  z.strictObject({
    ...shape,
    depositId: shape.depositId.nullable().default(null),
    reason: shape.reason.nullable().default(null),
    address: shape.address.nullable().default(null),
    sender: shape.sender.nullable().default(null),
  }),
)

export type NewRefund = z.infer<typeof newRefund>

/** The same fields for operators: optional ones may be left out, but not null. */
export const operatorsRefund = z.lazy(() =>
  z.strictObject(shape).partial({ depositId: true, reason: true, address: true, sender: true }),
)
