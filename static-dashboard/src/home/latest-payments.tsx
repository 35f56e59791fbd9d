import type { VNode } from 'preact'
import type { Operations } from '../operations.ts'
import { Section, Unloaded } from '../parts/page.tsx'
import { Table } from '../parts/table.tsx'
import { paymentColumns } from '../payments/payment-columns.tsx'
import { hrefOf, mode } from '../router.ts'
import type { Query } from '../service/use-query.ts'
import { recordPath } from '../shell/record-path.ts'
import { money } from '../texts/money/money.ts'

type Latest = Query<Operations['list-payments']['output']>

export function LatestPayments({ query }: { query: Latest }): VNode | null {
  const payments = query.data?.payments ?? []
  if (payments.length === 0) return <Unloaded query={query} name={money.home.latest} />
  return (
    <Section
      title={money.home.latest}
      note={<a href={hrefOf(`/${mode.value}/payments`)}>{money.home.allPayments}</a>}
    >
      <Table
        label={money.home.latest}
        columns={paymentColumns()}
        rows={payments}
        keyOf={({ id }) => id}
        pathOf={({ id }) => recordPath('payments', mode.value, id)}
      />
    </Section>
  )
}
