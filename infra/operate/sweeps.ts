import { setTimeout } from 'node:timers/promises'
import { getPayouts, type Payouts } from '../../shared/money/sweeps/get-payouts.ts'
import { type ListedSweeps, listSweeps } from '../../shared/money/sweeps/list-sweeps.ts'
import { requestSweep, type SweepRequested } from '../../shared/money/sweeps/request-sweep.ts'
import { type ShownGas, showGas } from '../../shared/money/sweeps/show-gas.ts'
import {
  type ShownPreviews,
  showSweepPreviews,
} from '../../shared/money/sweeps/show-sweep-previews.ts'
import { sweepUnlisted } from '../../shared/money/sweeps/sweep-unlisted.ts'
import type { CallOperator } from './call-operator.ts'
import { type Command, commandOf, type Outcome } from './command.ts'
import { exported } from './exports.ts'
import { readInput } from './input-options.ts'
import { OperateError } from './operate-error.ts'
import { textTable } from './text-table.ts'

const payoutsCommand = commandOf(getPayouts, { text: ledgerText })

const requestCommand = commandOf(requestSweep, { text: requestedText })

const sweepCommand: Command = {
  ...requestCommand,
  run: async (call, args) => {
    if (args.includes('--token')) return unlistedCommand.run(call, args)
    const requested = await requestCommand.run(call, args)
    return args.includes('--dry-run') ? preview(call, requested.data, args) : requested
  },
}

const unlistedCommand = commandOf(sweepUnlisted, {
  text: ({ token, address, gasCap }) =>
    `${token} of ${address} is swept within 5 minutes, for at most ${gasCap}. To see it: npm run operate -- sweeps list`,
})

const pollMs = 2_000
const deadlineMs = 180_000

/** Waits until every chain has planned, and shows what would be sent. */
async function preview(
  call: CallOperator,
  request: unknown,
  args: readonly string[],
): Promise<Outcome> {
  const { requestedAt } = requestSweep.success.schema.parse(request)
  const rest = args.filter((arg) => arg !== '--dry-run')
  const deadline = AbortSignal.timeout(deadlineMs)
  for (;;) {
    const shown = await previewCommand.run(call, rest)
    const { chains } = showSweepPreviews.success.schema.parse(shown.data)
    if (chains.every(({ at }) => at !== null && at >= requestedAt)) return shown
    if (deadline.aborted) {
      throw new OperateError(
        'Not every chain has planned within three minutes. What is there: npm run operate -- sweeps preview',
      )
    }
    await setTimeout(pollMs)
  }
}

const previewCommand = commandOf(showSweepPreviews, { text: previewText })

export const sweepCommands: readonly Command[] = [
  sweepCommand,
  previewCommand,
  unlistedCommand,
  commandOf(listSweeps, { text: sweepTable }),
  commandOf(showGas, { text: gasText }),
  {
    ...payoutsCommand,
    usage: `${payoutsCommand.usage} [--csv]`,
    run: async (call, args) => {
      const isCsv = args.includes('--csv')
      const rest = args.filter((arg) => arg !== '--csv')
      if (!isCsv) return payoutsCommand.run(call, rest)
      return exported(call, { ...readInput(getPayouts, rest), of: 'payouts' })
    },
  },
]

function ledgerText({ mode, ledger, refused }: Payouts): string {
  if (ledger.length === 0) return `Nothing was received in ${mode} mode yet.`
  const lines = ledger.map((line) => [
    ...[String(line.chainId), line.asset, line.received, line.unswept, line.swept, line.fees],
    ...[line.gasAdvanced, line.missing, arrivedText(line)],
  ])
  const columns = [
    ...['CHAIN', 'ASSET', 'RECEIVED', 'UNSWEPT', 'SWEPT', 'FEES', 'GAS SENT', 'MISSING'],
    'JUST ARRIVED',
  ]
  const waiting = ledger.flatMap(({ chainId, asset, waiting: reasons }) =>
    reasons.map((one) => [String(chainId), asset, one.amount, String(one.addresses), one.reason]),
  )
  const refusals = refused.map((one) => [
    ...[String(one.chainId), one.asset, one.amount, one.address, one.details ?? '-'],
  ])
  const tables = [
    { columns, rows: lines },
    { columns: ['CHAIN', 'ASSET', 'WAITS', 'ADDRESSES', 'REASON'], rows: waiting },
    { columns: ['CHAIN', 'ASSET', 'REFUSED', 'ADDRESS', 'DETAILS'], rows: refusals },
  ]
  const shown = tables.filter(({ rows }) => rows.length > 0)
  return shown.map((table) => textTable(table.columns, table.rows)).join('\n\n')
}

/** Money that arrived but isn't in the amounts yet. */
function arrivedText({ arrived: { addresses, amount } }: Payouts['ledger'][number]): string {
  return addresses === 0 ? '-' : `${amount} at ${addresses} address${addresses === 1 ? '' : 'es'}`
}

function previewText({ chains }: ShownPreviews): string {
  const rows = chains.flatMap(({ mode, chainId, chain, at, planned }) => {
    const name = `${chainId} ${chain}`
    if (at === null) return [[mode, name, 'not planned yet', '', '', '']]
    if (planned.length === 0) return [[mode, name, 'nothing to send', '', '', '']]
    return planned.map((one) => [
      ...[mode, name, one.kind, String(one.addresses), one.amount, one.fee],
    ])
  })
  return textTable(['MODE', 'CHAIN', 'KIND', 'ADDRESSES', 'AMOUNT', 'FEE AT MOST'], rows)
}

function sweepTable({ sweeps, next }: ListedSweeps): string {
  if (sweeps.length === 0) return 'Nothing was swept yet.'
  const rows = sweeps.map((sweep) => [
    ...[sweep.id, sweep.createdAt, String(sweep.chainId), sweep.kind, sweep.status],
    ...[String(sweep.addresses), sweep.amount, sweep.fee ?? '-', sweep.problem ?? ''],
  ])
  const columns = ['ID', 'PLANNED', 'CHAIN', 'KIND', 'STATUS', 'ADDRESSES', 'AMOUNT', 'FEE']
  const table = textTable([...columns, 'PROBLEM'], rows)
  return next ? `${table}\n\nOlder ones: npm run operate -- sweeps list --before ${next}` : table
}

function requestedText({ modes }: SweepRequested): string {
  const which = modes.join(' and ')
  return `What is due in ${which} mode is swept within a minute. To see it: npm run operate -- sweeps list`
}

function gasText({ chains }: ShownGas): string {
  if (chains.length === 0) return 'No chain is enabled.'
  const unknown = 'no node responded'
  const rows = chains.map((chain) => [
    ...[`${chain.chainId} ${chain.chain}`, chain.walletId, chain.gasWallet],
    chain.balance ?? unknown,
    ...[chain.nextMonth ?? '-', chain.missing ?? '-', chain.symbol],
  ])
  return textTable(['CHAIN', 'WALLET', 'GAS WALLET', 'BALANCE', 'NEXT MONTH', 'SEND', 'COIN'], rows)
}
