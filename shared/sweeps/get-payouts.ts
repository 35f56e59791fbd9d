import * as z from 'zod'
import { type Mode, modes } from '../kernel/mode.ts'
import { formatBase } from '../kernel/money.ts'
import type { Decision } from '../kernel/operation/commit.ts'
import { operatorOperation } from '../kernel/operation/operation.ts'
import type { Table } from '../kernel/store/table.ts'
import type { OperatorInputOf } from '../operators/operator-request.ts'
import { waitingReasons } from './rules/holding.ts'
import { type LedgerLine, withHolding } from './rules/ledger.ts'
import { allHoldings } from './store/holdings.ts'

const line = z.object({
  chainId: z.int(),
  asset: z.string(),
  tokenAddress: z.string().nullable(),
  received: z.string(),
  unswept: z.string(),
  swept: z.string(),
  fees: z.string(),
  gasAdvanced: z.string(),
  /** What left the addresses in no sweep; always 0 unless something is wrong. */
  missing: z.string(),
  waiting: z.array(
    z.object({ reason: z.enum(waitingReasons), addresses: z.int(), amount: z.string() }),
  ),
})

const payouts = z.object({ mode: z.enum(modes), ledger: z.array(line) })

export type Payouts = z.infer<typeof payouts>

export const getPayouts = operatorOperation({
  name: 'get-payouts',
  command: 'payouts',
  group: 'sweeps',
  input: z.strictObject({ mode: z.enum(modes).default('live') }),
  output: payouts,
  touches: { table: 'read' },
  // It reads an item per payment.
  needs: { timeoutSeconds: 60 },
  docs: {
    summary: 'Show what was received, swept, paid as fees, and what waits, per chain and asset',
  },
})

export async function runGetPayouts(
  { table }: { table: Table },
  { input: { mode } }: OperatorInputOf<typeof getPayouts>,
): Promise<Decision<Payouts>> {
  const lines = await ledgerOf(table, mode)
  return { result: { mode, ledger: lines.map(presented) } }
}

/** The ledger of a mode, by chain and asset. */
async function ledgerOf(table: Table, mode: Mode): Promise<LedgerLine[]> {
  let lines = new Map<string, LedgerLine>()
  for await (const page of allHoldings(table, mode)) {
    for (const holding of page) lines = withHolding(lines, holding)
  }
  return [...lines.values()]
}

function presented(of: LedgerLine): z.infer<typeof line> {
  const text = (base: bigint) => formatBase(base, of.decimals)
  const waiting = waitingReasons.flatMap((reason) => {
    const found = of.waiting[reason]
    return found ? [{ reason, addresses: found.addresses, amount: text(found.amountBase) }] : []
  })
  return {
    ...{ chainId: of.chainId, asset: of.symbol, tokenAddress: of.tokenAddress, waiting },
    received: text(of.receivedBase),
    unswept: text(of.unsweptBase),
    swept: text(of.sweptBase),
    fees: text(of.feeBase),
    gasAdvanced: text(of.gasBase),
    missing: text(of.missingBase),
  }
}
