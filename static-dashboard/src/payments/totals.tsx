import type { VNode } from 'preact'
import { useEffect } from 'preact/hooks'
import { type PaymentSum, sumPayments } from '../../../shared/admin/payments/rules/sum-payments.ts'
import { fill } from '../../../shared/kernel/template.ts'
import { counted, formatFiat } from '../format.ts'
import type { Operations } from '../operations.ts'
import { Unloaded } from '../parts/page.tsx'
import { useQuery } from '../service/use-query.ts'
import { money } from '../texts/money/money.ts'
import { locale } from '../texts/text.ts'
import type { Payment } from './payment-columns.tsx'
import type { Filter } from './payment-filter.ts'

type Props = { filter: Filter; rows: readonly Payment[] }

/** Number and sum of the payments that match the filters; without filters, of those shown so far. */
export function Totals({ isFiltered, ...props }: Props & { isFiltered: boolean }): VNode {
  if (isFiltered) return <FilteredTotals {...props} />
  return <>{shownText(props.rows)}</>
}

function FilteredTotals({ filter, rows }: Props): VNode {
  const query = useQuery('total-payments', filter)
  const { data, reload } = query
  const newest = rows[0]?.id
  useEffect(() => void reload(), [newest])
  return (
    <>
      {data ? totalsText(data) : shownText(rows)}
      <Unloaded query={query} name={money.list.totals} />
    </>
  )
}

/** With more rows, adding up would be felt while scrolling. */
const mostAdded = 1_000

function shownText(rows: readonly Payment[]): string {
  const sums = rows.length <= mostAdded ? sumPayments(rows) : []
  return [counted(money.list.shown, rows.length), ...sumsText(sums)].join(' ')
}

function totalsText({ count, sums, isPartial }: Operations['total-payments']['output']): string {
  const words = money.list
  const many = isPartial
    ? fill(words.atLeast, { count: new Intl.NumberFormat(locale).format(count) })
    : counted(words.total, count)
  return [many, ...sumsText(sums)].join(' ')
}

function sumsText(sums: readonly PaymentSum[]): string[] {
  return sums.map(({ currency, asked, paid }) =>
    fill(money.list.paidOf, {
      asked: formatFiat({ amount: asked, currency }),
      paid: formatFiat({ amount: paid, currency }),
    }),
  )
}
