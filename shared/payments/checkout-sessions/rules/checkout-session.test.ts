import { expect, it } from 'vitest'
import { pendingBase } from './checkout-session.ts'

it('what is pending is seen and not confirmed, and never less than nothing', () => {
  const pending = (seenBase: bigint, confirmedBase: bigint) =>
    pendingBase({ received: { seenBase, confirmedBase, confirmations: 1 } })
  expect([pending(9n, 4n), pending(9n, 9n), pending(4n, 9n)]).toEqual([5n, 0n, 0n])
})
