import * as z from 'zod'
import { chainById } from '../../chain/chains.ts'
import { modes } from '../../kernel/mode.ts'
import { formatBase } from '../../kernel/money.ts'
import type { Decision } from '../../kernel/operation/commit.ts'
import { operatorOperation } from '../../kernel/operation/operation.ts'
import type { OperatorInputOf } from '../../kernel/operation/operator-request.ts'
import type { Table } from '../../kernel/store/table.ts'
import { type Holding, waitingReasons } from '../../payments/holdings/rules/holding.ts'
import { allHoldings } from '../../payments/holdings/store/holdings.ts'
import { type LedgerLine, withHolding } from './rules/ledger.ts'

const line = z.object({
  chainId: z.int(),
  chain: z.string(),
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

/** Money that its chain refuses to move. */
const refusal = z.object({
  chainId: z.int(),
  chain: z.string(),
  asset: z.string(),
  address: z.string(),
  amount: z.string(),
  details: z.string().nullable(),
})

const payouts = z.object({
  mode: z.enum(modes),
  ledger: z.array(line),
  /** The first hundred. */
  refused: z.array(refusal),
})

export type Payouts = z.infer<typeof payouts>

export const getPayouts = operatorOperation({
  name: 'get-payouts',
  role: 'viewer',
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
  let lines = new Map<string, LedgerLine>()
  const refused: Holding[] = []
  for await (const page of allHoldings(table, mode)) {
    for (const holding of page) {
      lines = withHolding(lines, holding)
      if (holding.waiting?.reason === 'refused') refused.push(holding)
    }
  }
  const ledger = [...lines.values()].map(presented)
  return { result: { mode, ledger, refused: refused.slice(0, 100).map(presentedRefusal) } }
}

function presentedRefusal(holding: Holding): z.infer<typeof refusal> {
  const { chainId, symbol: asset, address, balanceBase, decimals, waiting } = holding
  const amount = formatBase(balanceBase, decimals)
  const chain = chainName(chainId)
  return { chainId, chain, asset, address, amount, details: waiting?.details ?? null }
}

function chainName(chainId: number): string {
  return chainById(chainId)?.name ?? String(chainId)
}

function presented(of: LedgerLine): z.infer<typeof line> {
  const text = (base: bigint) => formatBase(base, of.decimals)
  const waiting = waitingReasons.flatMap((reason) => {
    const found = of.waiting[reason]
    return found ? [{ reason, addresses: found.addresses, amount: text(found.amountBase) }] : []
  })
  return {
    ...{
      chainId: of.chainId,
      chain: chainName(of.chainId),
      asset: of.symbol,
      tokenAddress: of.tokenAddress,
      waiting,
    },
    received: text(of.receivedBase),
    unswept: text(of.unsweptBase),
    swept: text(of.sweptBase),
    fees: text(of.feeBase),
    gasAdvanced: text(of.gasBase),
    missing: text(of.missingBase),
  }
}
