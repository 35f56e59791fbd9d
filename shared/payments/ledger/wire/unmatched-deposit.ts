import * as z from 'zod'
import { formatBase } from '../../../kernel/money.ts'
import { amount } from '../../../kernel/wire/amounts.ts'
import { timestamp } from '../../../kernel/wire/primitives.ts'
import { depositId, type UnmatchedDeposit, unmatchedReasons } from '../rules/unmatched-deposit.ts'

/** Money at a session's address that did not count, as events show it. */
export const unmatchedDeposit = z.lazy(() =>
  z
    .object({
      id: z.string(),
      chainId: z.int(),
      asset: z.string(),
      tokenAddress: z.string().nullable().describe('The token’s contract; null for a native coin.'),
      amount: amount.describe('The total amount of this asset that did not count so far.'),
      /** Unlisted tokens emit no event. */
      reason: z.enum(unmatchedReasons).exclude(['unlisted']).meta({ id: 'UnmatchedReason' }),
      seenAt: timestamp,
    })
    .meta({ id: 'UnmatchedDeposit' }),
)

export function presentUnmatchedDeposit(
  deposit: UnmatchedDeposit,
): z.infer<typeof unmatchedDeposit> {
  const { chainId, symbol: asset, tokenAddress, decimals, amountBase, reason, seenAt } = deposit
  return unmatchedDeposit.parse({
    id: depositId(deposit),
    chainId,
    asset,
    tokenAddress,
    amount: { base: String(amountBase), formatted: formatBase(amountBase, decimals), decimals },
    reason,
    seenAt: seenAt.toISOString(),
  })
}
