import { renderUnicodeCompact } from 'uqr'
import { findRefunds, type RefundPage } from '../../shared/money/refunds/find-refunds.ts'
import { showRefund } from '../../shared/money/refunds/show-refund.ts'
import type { ShownRefund } from '../../shared/money/refunds/wire/shown-refund.ts'
import { type Command, commandOf } from './command.ts'
import { readable } from './readable.ts'
import { textTable } from './text-table.ts'

export const refundCommands: readonly Command[] = [
  commandOf(findRefunds, { text: refundTable }),
  commandOf(showRefund, { text: refundText }),
]

function refundTable({ refunds, nextCursor }: RefundPage): string {
  if (refunds.length === 0) return 'There are no refunds.'
  const rows = refunds.map(({ id, status, amount, asset, chain, address, sessionId, txHash }) => [
    ...[id, status, `${amount.formatted} ${asset}`, chain],
    ...[address ?? '-', sessionId, txHash ?? '-'],
  ])
  const columns = ['ID', 'STATUS', 'AMOUNT', 'NETWORK', 'TO', 'SESSION', 'TRANSACTION']
  const table = textTable(columns, rows)
  return nextCursor ? `${table}\nFor older ones, add: --after ${nextCursor}` : table
}

/** With a code to pay it from a phone, while it can be sent. */
function refundText({ paymentUri, ...refund }: ShownRefund): string {
  const facts = readable(refund)
  if (refund.status !== 'ready' || paymentUri === null) return facts
  const { amount, asset, chain, address } = refund
  const what = `Send exactly ${amount.formatted} ${asset} on ${chain} to ${address}:`
  return `${facts}\n\n${what}\n\n${renderUnicodeCompact(paymentUri)}\n${paymentUri}`
}
