import type { VNode } from 'preact'
import { ExportList, ExportMenu } from '../exports/exports.tsx'
import { useExports } from '../exports/use-exports.ts'
import { now } from '../now.ts'
import { Button } from '../parts/button.tsx'
import { filterOf, setFilters } from '../parts/filters.tsx'
import { Empty, PageHead } from '../parts/page.tsx'
import { PagedTable } from '../parts/paged-table.tsx'
import { mode } from '../router.ts'
import { usePages } from '../service/use-pages.ts'
import { usePolling } from '../service/use-polling.ts'
import { recordPath } from '../shell/record-path.ts'
import { money } from '../texts/money/money.ts'
import { text } from '../texts/text.ts'
import { type Payment, paymentColumns } from './payment-columns.tsx'
import { filterFor, filterNames, type PaymentFilters } from './payment-filter.ts'
import { PaymentFilterBar } from './payment-filters.tsx'
import { Totals } from './totals.tsx'
import { Views } from './views.tsx'

const perPage = 100
/** While a payment on the screen may change within seconds, and otherwise. */
const openMs = 4_000
const quietMs = 15_000

const exported = ['payments', 'accounting'] as const

/** All payments of a mode, newest first. The address holds the filters. */
export function PaymentsPage(): VNode {
  const filters = currentFilters()
  const filter = filterFor(filters, mode.value, now.value)
  const isFiltered = Object.values(filters).some((value) => value !== '')
  const list = usePages('list-payments', { ...filter, limit: perPage }, ({ payments }) => payments)
  const exporting = useExports(exported)
  const isMoving = list.rows.slice(0, perPage).some(isOpen)
  usePolling(list.refresh, isMoving ? openMs : quietMs)
  return (
    <>
      <PageHead
        name={text.pages.payments}
        title={text.pages.payments}
        actions={
          <ExportMenu
            exporting={exporting}
            choices={[
              { label: money.exports.start, input: filter },
              { label: money.exports.startAccounting, input: { ...filter, of: 'accounting' } },
            ]}
          />
        }
      />
      <ExportList exporting={exporting} />
      <Views filters={filters} />
      <PaymentFilterBar rows={list.rows} />
      {list.rows.length > 0 && (
        <p class="quiet totals">
          <Totals filter={filter} isFiltered={isFiltered} rows={list.rows} />
        </p>
      )}
      <PagedTable
        label={text.pages.payments}
        columns={paymentColumns()}
        keyOf={({ id }) => id}
        pathOf={({ id }) => recordPath('payments', mode.value, id)}
        list={list}
        empty={<NoPayments isFiltered={isFiltered} />}
      />
      {list.rows.length > 0 && (
        <div class="foot">
          <div class="live">{money.list.live}</div>
          <span class="keys">
            <kbd>J</kbd> <kbd>K</kbd> {money.list.move}
          </span>
        </div>
      )}
    </>
  )
}

function isOpen({ isClosed, status }: Payment): boolean {
  return !isClosed && (status === 'pending' || status === 'detected')
}

function currentFilters(): PaymentFilters {
  const [words, status, network, coin, price, link, customer, created] = filterNames.map(filterOf)
  return {
    text: words ?? '',
    status: status ?? '',
    network: network ?? '',
    coin: coin ?? '',
    price: price ?? '',
    link: link ?? '',
    customer: customer ?? '',
    created: created ?? '',
  }
}

function NoPayments({ isFiltered }: { isFiltered: boolean }): VNode {
  if (!isFiltered) {
    return (
      <Empty icon="receipt" title={money.list.none}>
        {money.list.noneText}
      </Empty>
    )
  }
  const clear = () => setFilters(Object.fromEntries(filterNames.map((name) => [name, ''])))
  return (
    <Empty
      icon="search"
      title={money.list.noMatch}
      action={<Button onClick={clear}>{money.list.showAll}</Button>}
    >
      {money.list.noMatchText}
    </Empty>
  )
}
