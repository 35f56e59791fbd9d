import type { SessionStatus } from '../../../payments/checkout-sessions/rules/checkout-session.ts'

/** The sentence for each reason. `{names}` are those of its details. */
export const statusWords = {
  waits_for: 'It waits for {amount} on {chain} until {until}.',
  or_for: 'Or for {amount} on {chain} until {until}.',
  waits_for_provider: 'It waits for {price} through {provider} until {until}.',
  or_for_provider: 'Or for {price} through {provider} until {until}.',
  deadline_passed:
    'The payment window closed at {at}. It expires, or turns out to be paid in time, once a later block has been read on every chain that it can be paid on.',
  provider_may_confirm: 'A confirmation by {provider} still counts until {until}.',
  money_seen:
    'Money was seen: {confirmed} of {seen} is confirmed ({confirmations} of {required} confirmations).',
  not_final: 'Its block is not final yet, or its nodes disagree.',
  decided_if_nothing_pending: 'It is decided once enough is confirmed or nothing more is pending.',
  decided_if_confirmed: 'It is decided once enough is confirmed.',
  not_before: 'That is at {at} at the earliest.',
  left_chain: 'All money that was seen has left the chain.',
  left_chain_noticed: 'All money that was seen has left the chain, which was noticed at {at}.',
  fails_at: 'It fails if none has returned by {at}.',
  none_returned: 'None had returned when it ended.',
  none_returned_by: 'None had returned when it ended at {at}.',
  paid: 'Enough arrived in time and was confirmed.',
  paid_by_provider: 'It was paid through {provider}: its payment {payment} is complete.',
  not_counted: 'The {amount} at its address is not counted.',
  had_expired: 'It had expired by then.',
  overpaid:
    'More arrived than was asked for. Nothing is refunded by itself: promise a refund, or keep it.',
  overpaid_by: 'Overpaid by {amount}. Nothing is refunded by itself: promise a refund, or keep it.',
  seen_late: 'Enough arrived in time, but was seen only after the session had expired.',
  partly_late: 'Enough arrived, but {amount} of it only after {at}.',
  completed_late:
    'Enough arrived, but it was complete, or seen, only after the payment window had closed.',
  underpaid_by: 'Underpaid by {missing} of {asked}.',
  exchange_fee: 'An exchange probably deducted its fee.',
  decided_short: 'Too little had arrived when it was decided.',
  had_been_short: 'Too little had arrived.',
  no_top_ups: 'Top-ups are disabled, so nothing completes it.',
  completed_by_rest:
    'It is complete if the rest arrives in blocks up to {until}. After that, you can accept or dismiss it.',
  window_closed: 'The payment window closed at {at}.',
  enough_now:
    'Enough is there now: {confirmed} of {seen} is confirmed ({confirmations} of {required} confirmations).',
  nothing_in_time: 'No money was seen that arrived in time.',
  late_by_all: 'It becomes paid late if {asked} arrives in blocks up to {until}.',
  late_by_rest:
    '{there} of {asked} is there now. It becomes paid late if the rest arrives in blocks up to {until}.',
  none_arrived: 'No {asset} arrived by {until}.',
  only_part_arrived: 'Only {there} of {asked} had arrived by {until}.',
  left_since: 'Since it ended, {amount} has left the chain again: settle that with the customer.',
  accepted: 'It was closed as {status}. Its owner accepted it at {at}: {note}',
  dismissed: 'An operator dismissed it at {at}: {note}',
} as const

/** A text that is the same in each language, a time in ISO 8601, an amount, or a session's status. */
export type StatusDetail =
  | string
  | { at: string }
  | { amount: string; asset: string }
  | { status: SessionStatus }

export type StatusReason = { code: keyof typeof statusWords; details: Record<string, StatusDetail> }

/** Joins the reasons to one paragraph, in the language of `words`. */
export function statusText(
  reasons: readonly StatusReason[],
  words: Readonly<Record<StatusReason['code'], string>>,
  show: (detail: StatusDetail) => string,
): string {
  const sentence = ({ code, details }: StatusReason) =>
    words[code].replace(/\{(\w+)\}/g, (_, name: string) => show(details[name] ?? ''))
  return reasons.map(sentence).join(' ')
}
