import type { CheckoutView } from '../../shared/merchant/checkout/wire/checkout.ts'

/** How a page follows its session: by a stream, or by asking again after so long. */
export type Pace = { kind: 'stream' } | { kind: 'poll'; everyMs: number }

/** Shows a change after less than 3 seconds on average. */
const usualMs = 5_500
const hiddenMs = 15_000

/**
 * A page mostly waits for what does not happen while it is watched, and a stream costs several times as much as polls. So
 * only a payment that a wallet has just sent is followed by a stream.
 */
export function paceOf(
  { status, reported }: Pick<CheckoutView, 'status' | 'reported'>,
  { isHidden, canStream }: { isHidden: boolean; canStream: boolean },
): Pace {
  if (isHidden) return { kind: 'poll', everyMs: hiddenMs }
  const isOnItsWay = status === 'pending' && reported !== null
  return isOnItsWay && canStream ? { kind: 'stream' } : { kind: 'poll', everyMs: usualMs }
}
