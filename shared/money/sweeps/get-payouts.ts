import * as z from 'zod'
import { chainName } from '../../chain/chains.ts'
import { type Mode, modes } from '../../kernel/mode.ts'
import { formatBase, larger } from '../../kernel/money.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import type { Table } from '../../kernel/store/table.ts'
import { findCheckoutSessions } from '../../payments/checkout-sessions/store/sessions.ts'
import {
  assetKey,
  type Holding,
  isUncounted,
  waitingReasons,
} from '../../payments/holdings/rules/holding.ts'
import { allHoldings } from '../../payments/holdings/store/holdings.ts'
import { knownDerivationIndices } from '../../payments/wallet/store/derivation-counter.ts'
import { loadInstance } from '../../records/settings/store/instance.ts'
import { type LedgerLine, withHolding } from './rules/ledger.ts'

const line = z.object({
  chainId: z.int(),
  chain: z.string(),
  asset: z.string(),
  tokenAddress: z.string().nullable(),
  received: z.string(),
  /**
   * Arrived since the last sweep was planned, so not yet in the other amounts: the number of addresses, and how much of
   * it payments count. Covers at most 500 addresses.
   */
  arrived: z.object({ addresses: z.int(), amount: z.string() }),
  unswept: z.string(),
  swept: z.string(),
  fees: z.string(),
  gasAdvanced: z.string(),
  /** Left the addresses in no sweep; always 0 unless something is wrong. */
  missing: z.string(),
  waiting: z.array(z.object({ reason: z.string(), addresses: z.int(), amount: z.string() })),
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
  /** The account of a watch-only instance, and the index of its next session; null if the service sweeps. */
  ownerSweeps: z.object({ account: z.string(), next: z.int() }).nullable(),
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
  limits: { timeoutSeconds: 60 },
  docs: {
    summary: 'Show what was received, swept, paid as fees, and what waits, per chain and asset',
  },
  async run({ table }, { input: { mode } }) {
    let lines = new Map<string, LedgerLine>()
    const refused: Holding[] = []
    const arrived: Holding[] = []
    for await (const page of allHoldings(table, mode)) {
      for (const holding of page) {
        lines = withHolding(lines, holding)
        if (isUncounted(holding)) arrived.push(holding)
        if (holding.waiting?.reason === 'refused') refused.push(holding)
      }
    }
    const counted = await countedOf(table, mode, arrived.slice(0, addressesRead))
    const ledger = [...lines].map(([key, of]) => ({
      ...presented(of),
      arrived: {
        addresses: arrived.filter((holding) => assetKey(holding) === key).length,
        amount: formatBase(counted.get(key) ?? 0n, of.decimals),
      },
    }))
    return {
      result: {
        mode,
        ledger,
        refused: refused.slice(0, 100).map(presentedRefusal),
        ownerSweeps: await ownerSweepsOf(table, mode),
      },
    }
  },
})

/** Null unless the instance is watch-only. */
async function ownerSweepsOf(table: Table, mode: Mode) {
  const account = (await loadInstance(table))?.watchOnly?.[mode]
  return account ? { account, next: await knownDerivationIndices(table, mode) } : null
}

/** Keeps reading their payments quick. */
const addressesRead = 500

/** Amounts that the payments of some holdings count beyond the last reading of these holdings, by asset. */
async function countedOf(
  table: Table,
  mode: Mode,
  holdings: readonly Holding[],
): Promise<ReadonlyMap<string, bigint>> {
  const ids = new Set(holdings.map(({ sessionId }) => sessionId))
  const sessions = await findCheckoutSessions(table, mode, [...ids])
  const sums = new Map<string, bigint>()
  for (const holding of holdings) {
    const { chainId, tokenAddress, sessionId, receivedBase } = holding
    const { lock, received } = sessions.get(sessionId) ?? {}
    // What arrived of another coin counts for no payment.
    if (!received || lock?.chainId !== chainId || lock.tokenAddress !== tokenAddress) continue
    const key = assetKey(holding)
    const base = larger(0n, received.confirmedBase - receivedBase)
    sums.set(key, (sums.get(key) ?? 0n) + base)
  }
  return sums
}

function presentedRefusal(holding: Holding): z.infer<typeof refusal> {
  const { chainId, symbol: asset, address, balanceBase, decimals, waiting } = holding
  const amount = formatBase(balanceBase, decimals)
  const chain = chainName(chainId)
  return { chainId, chain, asset, address, amount, details: waiting?.details ?? null }
}

function presented(of: LedgerLine): Omit<z.infer<typeof line>, 'arrived'> {
  const text = (base: bigint) => formatBase(base, of.decimals)
  // In the order of the reasons, and then those of a newer release.
  const reasons = new Set<string>([...waitingReasons, ...Object.keys(of.waiting)])
  const waiting = [...reasons].flatMap((reason) => {
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
