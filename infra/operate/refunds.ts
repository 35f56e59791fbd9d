import { renderUnicodeCompact } from 'uqr'
import { showRefund } from '../../shared/money/refunds/get-refund.ts'
import { findRefunds, type RefundPage } from '../../shared/money/refunds/list-refunds.ts'
import { safeCsv } from '../../shared/money/refunds/rules/safe-csv.ts'
import type { ShownRefund } from '../../shared/money/refunds/wire/shown-refund.ts'
import type { CallOperator } from './call-operator.ts'
import { type Command, commandOf, type Outcome } from './command.ts'
import { readInput } from './input-options.ts'
import { usageError } from './operate-error.ts'
import { readable } from './readable.ts'
import { textTable } from './text-table.ts'

const listCommand = commandOf(findRefunds, { text: refundTable })

export const refundCommands: readonly Command[] = [
  {
    ...listCommand,
    usage: `${listCommand.usage} [--safe-csv CHAIN]`,
    run: async (call, args) => {
      const at = args.indexOf('--safe-csv')
      if (at < 0) return listCommand.run(call, args)
      const input = readInput(findRefunds, args.toSpliced(at, 2))
      return safeFile(call, { input, chain: args[at + 1] ?? '' })
    },
  },
  commandOf(showRefund, { text: refundText }),
]

type Asked = { input: Readonly<Record<string, unknown>>; chain: string }

/** Returns one chain's refunds that wait to be sent, as a file for a Safe. Throws a usage error without a chain id. */
async function safeFile(call: CallOperator, { input, chain }: Asked): Promise<Outcome> {
  const all: ShownRefund[] = []
  for (let after: string | null | undefined; after !== null; ) {
    const page: RefundPage = await call(findRefunds, {
      ...input,
      status: 'ready',
      limit: 100,
      after,
    })
    all.push(...page.refunds)
    after = page.nextCursor
  }
  const own = all.filter(({ chainId }) => String(chainId) === chain)
  if (own.length > 0 || all.length === 0) return { data: own, text: safeCsv(own) }
  const chains = new Map(all.map((refund) => [refund.chainId, refund.chain]))
  const known = [...chains].map(([chainId, name]) => `${chainId} (${name})`).join(', ')
  throw usageError(
    `No refund waits to be sent on chain ${chain || '?'}. Refunds wait on: ${known}.`,
  )
}

function refundTable({ refunds, nextCursor }: RefundPage): string {
  if (refunds.length === 0) return 'There are no refunds.'
  const rows = refunds.map(({ id, status, chain, provider, address, sessionId, ...refund }) => [
    ...[id, status, amountOf(refund), chain ?? provider ?? '-'],
    ...[address ?? '-', sessionId, refund.txHash ?? refund.reference ?? '-'],
  ])
  const columns = ['ID', 'STATUS', 'AMOUNT', 'NETWORK', 'TO', 'SESSION', 'TRANSACTION']
  const table = textTable(columns, rows)
  return nextCursor ? `${table}\nFor older ones, add: --after ${nextCursor}` : table
}

/** Includes a code to pay it from a phone, while it can be sent. */
function refundText({ paymentUri, ...refund }: ShownRefund): string {
  const facts = readable(refund)
  if (refund.status !== 'ready' || paymentUri === null) return facts
  const { chain, address } = refund
  const what = `Send exactly ${amountOf(refund)} on ${chain} to ${address}:`
  return `${facts}\n\n${what}\n\n${renderUnicodeCompact(paymentUri)}\n${paymentUri}`
}

function amountOf({ amount, asset }: Pick<ShownRefund, 'amount' | 'asset'>): string {
  return amount === null ? `a part in ${asset}` : `${amount.formatted} ${asset}`
}
