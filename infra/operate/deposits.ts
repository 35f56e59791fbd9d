import {
  type DepositPage,
  listUnmatchedDeposits,
} from '../../shared/payments/ledger/list-unmatched-deposits.ts'
import { type Command, commandOf } from './command.ts'
import { textTable } from './text-table.ts'

export const depositCommands: readonly Command[] = [
  commandOf(listUnmatchedDeposits, { text: depositTable }),
]

function depositTable({ deposits, nextCursor }: DepositPage): string {
  if (deposits.length === 0) return 'There are no unmatched deposits.'
  const rows = deposits.map((deposit) => [
    deposit.seenAt,
    deposit.mode,
    String(deposit.chainId),
    `${deposit.amount} ${deposit.symbol}`,
    deposit.reason,
    deposit.address,
    deposit.sessionId,
    deposit.id,
  ])
  const table = textTable(
    ['SEEN', 'MODE', 'CHAIN', 'AMOUNT', 'WHY', 'ADDRESS', 'SESSION', 'DEPOSIT'],
    rows,
  )
  return nextCursor ? `${table}\nFor older ones, add: --before '${nextCursor}'` : table
}
