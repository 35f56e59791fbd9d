import type { VNode } from 'preact'
import { Section } from '../parts/page.tsx'
import { PagedTable } from '../parts/paged-table.tsx'
import { paymentColumns } from '../payments/payment-columns.tsx'
import { Totals } from '../payments/totals.tsx'
import { hrefOf, mode } from '../router.ts'
import { usePages } from '../service/use-pages.ts'
import { recordPath } from '../shell/record-path.ts'
import { tools } from '../texts/tools/tools.ts'

export function CustomerPayments({ id }: { id: string }): VNode {
  const list = usePages('list-customer-payments', { id, limit: 25 }, ({ payments }) => payments)
  return (
    <Section
      title={tools.customers.payments}
      note={
        list.rows.length > 0 && (
          <>
            <Totals filter={{ mode: mode.value, customerId: id }} rows={list.rows} isFiltered />{' '}
            <a href={hrefOf(`/${mode.value}/payments?customer=${id}`)}>{tools.customers.filter}</a>
          </>
        )
      }
    >
      <PagedTable
        label={tools.customers.payments}
        columns={paymentColumns()}
        keyOf={(payment) => payment.id}
        pathOf={(payment) => recordPath('payments', mode.value, payment.id)}
        list={list}
        empty={<p class="quiet">{tools.customers.noPayments}</p>}
      />
    </Section>
  )
}
