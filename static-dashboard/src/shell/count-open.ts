import type { Operations } from '../operations.ts'

type Attention = Operations['show-overview']['output']['attention']

/** How much on each page waits for somebody, such as `3`, or `5+` if there may be more; undefined if nothing does. */
export function countOpen(
  attention: Attention,
): Readonly<Record<'payments' | 'payouts' | 'webhooks', string | undefined>> {
  const { underpaid, overpaid, deposits, payments, gas, failingEndpoints, more } = attention
  const isMore = (...kinds: Attention['more']) => kinds.some((kind) => more.includes(kind))
  return {
    payments: shown(underpaid.length + overpaid.length, isMore('underpaid', 'overpaid')),
    payouts: shown(deposits.length + payments.length + gas.length, isMore('deposits', 'payments')),
    webhooks: shown(failingEndpoints, false),
  }
}

function shown(count: number, isMore: boolean): string | undefined {
  if (count === 0) return undefined
  return isMore ? `${count}+` : String(count)
}
