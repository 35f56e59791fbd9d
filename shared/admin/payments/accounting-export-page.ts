import type * as z from 'zod'
import { chainById } from '../../chain/chains.ts'
import type { Cell } from '../../kernel/csv.ts'
import { formatBase } from '../../kernel/money.ts'
import { onceEach } from '../../kernel/once-each.ts'
import type { Table } from '../../kernel/store/table.ts'
import { fiatShare } from '../../money/sweeps/rules/fiat-share.ts'
import type { CheckoutSession } from '../../payments/checkout-sessions/rules/checkout-session.ts'
import { isPaidByProvider } from '../../payments/checkout-sessions/rules/provider-window.ts'
import { isSameAsset } from '../../payments/checkout-sessions/rules/session-terms.ts'
import { feeOfEach, type Sweep } from '../../payments/holdings/rules/sweep.ts'
import { loadSweep } from '../../payments/holdings/store/sweeps.ts'
import { isOwnMovement } from '../../payments/ledger/rules/address-movement.ts'
import { loadAddressMovements } from '../../payments/ledger/store/address-movements.ts'
import { findCustomerId } from '../../records/customers/store/customers.ts'
import { type AccountingRow, accountingColumns } from './accounting-columns.ts'
import { pageOfPayments, type paymentFilter } from './list-payments.ts'
import { presentListedPayment } from './wire/listed-payment.ts'

/** Each payment takes some reads of its own. */
const perPage = 50

type AccountingPage = { records: { id: string; cells: Cell[] | null }[]; next: string | null }

/** The payments of a page that received something, newest first; the cells of others are null. */
export async function accountingExportPage(
  table: Table,
  filter: z.infer<typeof paymentFilter>,
  after: string | undefined,
): Promise<AccountingPage> {
  const { mode } = filter
  const { items, names, nextCursor } = await pageOfPayments(table, filter, {
    limit: perPage,
    after,
  })
  const sweepOf = onceEach((id) => loadSweep(table, mode, id))
  const customerOf = onceEach((email) => findCustomerId(table, mode, email))
  const records = items.map(async (session) => {
    if (!hasReceived(session)) return { id: session.id, cells: null }
    const { linkTitle, chainName, reference } = presentListedPayment(session, names)
    const [fee, customerId] = await Promise.all([
      feeOf(table, session, sweepOf),
      session.customerEmail === null ? undefined : customerOf(session.customerEmail),
    ])
    const row: AccountingRow = {
      ...valuesOf(session),
      ...fee,
      customerId: customerId ?? null,
      ...{ linkTitle, order: reference },
      chainName: isPaidByProvider(session) ? null : chainName,
    }
    return { id: session.id, cells: accountingColumns.map((column) => row[column]) }
  })
  return { records: await Promise.all(records), next: nextCursor }
}

function hasReceived(session: CheckoutSession): boolean {
  return session.received.confirmedBase > 0n || isPaidByProvider(session)
}

type Values = Omit<AccountingRow, keyof Fee | 'customerId' | 'linkTitle' | 'chainName' | 'order'>

/** Values are at the price that was locked for the payment. What a provider got is in nobody's coins. */
function valuesOf(session: CheckoutSession): Values {
  const { id, status, lock, fiat, received, refunds, linkId, address, txHash } = session
  const byProvider = isPaidByProvider(session)
  const inAsset = (base: bigint) => formatBase(base, lock.decimals)
  const inFiat = (base: bigint) => fiatShare(fiat.amount, base, lock.amountBase)
  return {
    ...{ id, status, linkId, address, txHash },
    settled: session.settlement?.outcome ?? null,
    createdAt: session.createdAt.toISOString(),
    paidAt: session.paidAt?.toISOString() ?? null,
    closedAt: session.closedAt?.toISOString() ?? null,
    chainId: byProvider ? null : lock.chainId,
    asset: byProvider ? null : lock.asset,
    amountReceived: byProvider ? null : inAsset(received.confirmedBase),
    unitPriceUsd: byProvider ? null : lock.unitPriceUsd,
    fiatPrice: fiat.amount,
    fiatValue: byProvider ? fiat.amount : inFiat(received.confirmedBase),
    fiatCurrency: fiat.currency,
    provider: byProvider ? (session.provider?.name ?? null) : null,
    refunded: byProvider ? null : inAsset(refunds.doneBase),
    refundedFiatValue: byProvider ? null : inFiat(refunds.doneBase),
  }
}

type Fee = Pick<AccountingRow, 'networkFee' | 'networkFeeAsset'>

const unknownFee: Fee = { networkFee: null, networkFeeAsset: null }

/** Its share of what the sweeps of its money cost; null until all of them are final. */
async function feeOf(
  table: Table,
  { mode, id, lock }: CheckoutSession,
  sweepOf: (id: string) => Promise<Sweep | undefined>,
): Promise<Fee> {
  const movements = await loadAddressMovements(table, { mode, sessionId: id })
  const own = movements.filter(isOwnMovement).filter(({ kind }) => kind === 'sweep')
  const ids = own.filter((one) => isSameAsset(one, lock)).map(({ sweepId }) => sweepId)
  const native = chainById(lock.chainId)?.native
  if (ids.length === 0 || !native) return unknownFee
  const shares = await Promise.all(ids.map((sweepId) => shareOf(sweepId, sweepOf)))
  if (shares.some((share) => share === null)) return unknownFee
  const feeBase = shares.reduce((sum: bigint, share) => sum + (share ?? 0n), 0n)
  return { networkFee: formatBase(feeBase, native.decimals), networkFeeAsset: native.symbol }
}

async function shareOf(
  sweepId: string | undefined,
  sweepOf: (id: string) => Promise<Sweep | undefined>,
): Promise<bigint | null> {
  const sweep = sweepId === undefined ? undefined : await sweepOf(sweepId)
  return sweep ? feeOfEach(sweep) : null
}
