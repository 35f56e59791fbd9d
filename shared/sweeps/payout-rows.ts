import type { CheckoutSession } from '../checkout-sessions/rules/checkout-session.ts'
import { isSameAsset } from '../checkout-sessions/rules/session-terms.ts'
import { formatBase, parseDecimal } from '../kernel/money.ts'
import type { Table } from '../kernel/store/table.ts'
import { isOwnMovement, type OwnMovement } from '../ledger/rules/address-movement.ts'
import type { Transfer } from '../ledger/rules/transfer.ts'
import { loadAddressMovements } from '../ledger/store/address-movements.ts'
import { loadTransfers } from '../ledger/store/transfers.ts'
import type { Holding } from './rules/holding.ts'
import type { PayoutRow } from './wire/payout-row.ts'

type Of = { holding: Holding; session: CheckoutSession | undefined }

/** What came to and left an address in one asset, in the order of the chain. */
export async function payoutRows(table: Table, of: Of): Promise<PayoutRow[]> {
  const { holding } = of
  const [transfers, movements] = await Promise.all([
    loadTransfers(table, holding),
    loadAddressMovements(table, holding),
  ])
  const received = transfers.filter((one) => !one.orphaned && isSameAsset(one, holding))
  const own = movements.filter(isOwnMovement).filter((one) => isSameAsset(one, holding))
  const rows = [
    ...received.map((transfer) => ({ at: transfer.blockNumber, row: paymentRow(of, transfer) })),
    ...own.map((movement) => ({ at: movement.blockNumber, row: movementRow(of, movement) })),
  ]
  return rows.toSorted((a, b) => Number(a.at - b.at)).map(({ row }) => row)
}

type Moved = Pick<Transfer, 'txHash' | 'blockNumber' | 'amountBase'>

function paymentRow(of: Of, transfer: Transfer): PayoutRow {
  return { ...rowOf(of, transfer), type: 'payment', time: transfer.blockTime.toISOString() }
}

function movementRow(of: Of, movement: OwnMovement): PayoutRow {
  return { ...rowOf(of, movement), type: movement.kind, time: null }
}

function rowOf(
  { holding, session }: Of,
  { txHash, blockNumber, amountBase }: Moved,
): Omit<PayoutRow, 'type' | 'time'> {
  const { sessionId, chainId, symbol, address, decimals } = holding
  const rateUsd = session && isSameAsset(session.lock, holding) ? session.lock.unitPriceUsd : null
  return {
    ...{ session: sessionId, status: session?.status ?? null, chainId, asset: symbol, address },
    ...{ transaction: txHash, block: String(blockNumber), rateUsd },
    amount: formatBase(amountBase, decimals),
    valueUsd: rateUsd === null ? null : usdValue(amountBase, decimals, rateUsd),
    fiatAmount: session?.fiat.amount ?? null,
    fiatCurrency: session?.fiat.currency ?? null,
    metadata: session?.metadata ?? {},
  }
}

/** To six decimals, rounded down. */
function usdValue(amountBase: bigint, decimals: number, rateUsd: string): string | null {
  const rate = parseDecimal(rateUsd, 60)
  if (!rate) return null
  const micros = (amountBase * rate.units * 10n ** 6n) / 10n ** BigInt(decimals + rate.scale)
  return formatBase(micros, 6)
}
