import {
  type StatusDetail,
  statusText,
  statusWords,
} from '../../shared/admin/payments/rules/status-words.ts'
import type {
  ExplainedSessionBody,
  ExplainedTerms,
  ExplainedTransfer,
} from '../../shared/admin/payments/wire/explained-session.ts'
import { paymentAdvice } from '../../shared/merchant/providers/rules/payment-advice.ts'
import { textTable } from './text-table.ts'

/** Everything about a session: the reason for its status, then its terms, then its records. */
export function sessionText(session: ExplainedSessionBody): string {
  return [
    `${session.id} is ${session.status}. ${statusText(session.why, statusWords, shown)}`,
    facts(session),
    ...titled('Earlier terms', session.earlierTerms, termsTable),
    ...titled('Transfers', session.transfers, (rows) => transferTable(rows, session)),
    ...titled('Own movements', session.movements, movementTable),
    ...titled('Unmatched deposits', session.unmatchedDeposits, depositTable),
    ...titled('Orders at providers', session.providerOrders, orderTable),
    ...titled('Payments by providers', session.providerPayments, paymentTable),
    ...titled('Searched for unlisted tokens', session.unlistedSearches, searchTable),
    ...titled('Events', session.events, eventTable),
  ].join('\n\n')
}

/** Formats a detail unchanged, for scripts and emails: ISO times, plain amounts. */
export function shown(detail: StatusDetail): string {
  if (typeof detail === 'string') return detail
  if ('at' in detail) return detail.at
  return 'status' in detail ? detail.status : `${detail.amount} ${detail.asset}`
}

/** Empty if there are no rows. */
function titled<Row>(title: string, rows: Row[], table: (rows: Row[]) => string): string[] {
  return rows.length > 0 ? [`${title}:\n${table(rows)}`] : []
}

function facts({ terms, received, fiat, ...session }: ExplainedSessionBody): string {
  const { asset, confirmationsRequired } = terms
  return textTable(
    ['STATUS', session.status],
    [
      ['mode', session.mode],
      ['link', session.linkId ?? '-'],
      ['address', session.address],
      ['asked', `${asked(terms)} for ${fiat.amount} ${fiat.currency}`],
      ['price', `${terms.unitPriceUsd} USD, locked until ${terms.priceUntil}`],
      ['in time until', terms.expiresAt],
      ['late until', terms.lateUntil],
      ['received', `${received.confirmed} ${asset}`],
      ['pending', `${received.pending} ${asset}`],
      ['confirmations', `${received.confirmations} of ${confirmationsRequired}`],
      ['created', session.createdAt],
      ['status since', session.updatedAt],
      ['first seen', session.firstSeenAt ?? '-'],
      ['vanished', session.vanishedAt ?? '-'],
      ['paid', session.paidAt ?? '-'],
      ['closed', session.closedAt ?? '-'],
      ['transaction', session.txHash ?? '-'],
      ['failure', session.failureReason ?? '-'],
    ],
  )
}

function asked({ amount, asset, chainName, chainId }: ExplainedTerms): string {
  return `${amount} ${asset} on ${chainName} (${chainId})`
}

function termsTable(rows: ExplainedTerms[]): string {
  return textTable(
    ['ASKED', 'PRICE IN USD', 'IN TIME UNTIL', 'LATE UNTIL'],
    rows.map((row) => [asked(row), row.unitPriceUsd, row.expiresAt, row.lateUntil]),
  )
}

function transferTable(rows: ExplainedTransfer[], session: ExplainedSessionBody): string {
  return textTable(
    ['TIME', 'CHAIN', 'BLOCK', 'AMOUNT', 'TRANSACTION', 'FROM', 'COUNTS'],
    rows.map((row) => [
      row.blockTime,
      String(row.chainId),
      row.blockNumber,
      `${row.amount} ${row.asset}`,
      row.txHash ?? 'no transaction found',
      row.from ?? '-',
      countsAs(row, session),
    ]),
  )
}

function countsAs(
  { orphaned, chainId, asset, blockTime }: ExplainedTransfer,
  { terms, status, closedAt }: ExplainedSessionBody,
): string {
  if (chainId !== terms.chainId || asset !== terms.asset) return 'no: of earlier terms'
  if (orphaned) return closedAt ? 'no: left the chain, or came after the end' : 'no: left the chain'
  if (blockTime > terms.lateUntil) return 'no: after the window'
  if (closedAt && status === 'expired') return 'no: late and insufficient'
  return blockTime > terms.expiresAt ? 'yes, late' : 'yes'
}

function movementTable(rows: ExplainedSessionBody['movements']): string {
  return textTable(
    ['KIND', 'CHAIN', 'BLOCK', 'AMOUNT', 'TRANSACTION'],
    rows.map((row) => [
      row.kind,
      String(row.chainId),
      row.blockNumber,
      `${row.amount} ${row.asset}`,
      row.txHash,
    ]),
  )
}

function depositTable(rows: ExplainedSessionBody['unmatchedDeposits']): string {
  return textTable(
    ['SEEN', 'CHAIN', 'AMOUNT', 'WHY', 'DEPOSIT'],
    rows.map((row) => [
      row.seenAt,
      String(row.chainId),
      `${row.amount} ${row.asset}`,
      row.reason,
      row.id,
    ]),
  )
}

function orderTable(rows: ExplainedSessionBody['providerOrders']): string {
  return textTable(
    ['STARTED', 'PROVIDER', 'STATUS', 'ITS STATUS', 'ORDER'],
    rows.map((row) => [
      ...[row.startedAt, row.provider, row.status, row.providerStatus ?? '-', row.id],
    ]),
  )
}

function paymentTable(rows: ExplainedSessionBody['providerPayments']): string {
  return textTable(
    ['SEEN', 'AMOUNT', 'COUNTS', 'PAYMENT', 'WHAT TO DO'],
    rows.map((row) => [
      row.seenAt,
      row.amount === null ? 'unknown' : `${row.amount} ${row.currency}`,
      row.counts ? 'yes' : 'no',
      row.id,
      row.isUndecided && row.reason ? paymentAdvice[row.reason] : '-',
    ]),
  )
}

function searchTable(rows: ExplainedSessionBody['unlistedSearches']): string {
  return textTable(
    ['CHAIN', 'THROUGH BLOCK'],
    rows.map((row) => [String(row.chainId), row.throughBlock]),
  )
}

function eventTable(rows: ExplainedSessionBody['events']): string {
  return textTable(
    ['SEQUENCE', 'EVENT', 'CREATED', 'ID'],
    rows.map((row) => [String(row.sequence), row.type, row.createdAt, row.id]),
  )
}
