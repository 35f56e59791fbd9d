import type { VNode } from 'preact'
import { useEffect } from 'preact/hooks'
import { FilterBar, filterOf, SelectFilter } from '../parts/filters.tsx'
import { Section } from '../parts/page.tsx'
import { PagedTable } from '../parts/paged-table.tsx'
import { usePages } from '../service/use-pages.ts'
import { tools } from '../texts/tools/tools.ts'
import { deliveryTable } from './delivery-table.tsx'

const statuses = ['pending', 'succeeded', 'failed', 'cancelled'] as const

/** The deliveries to an endpoint. The latest are loaded again whenever `refresh` is another value. */
export function EndpointDeliveries(props: { endpointId: string; refresh: unknown }): VNode {
  const { endpointId, refresh } = props
  const status = statuses.find((each) => each === filterOf('status'))
  const asked = { endpointId, limit: 50, ...(status && { status }) }
  const list = usePages('list-deliveries', asked, ({ deliveries }) => deliveries)
  useEffect(() => void list.refresh(), [refresh])
  return (
    <Section title={tools.webhooks.deliveries}>
      <FilterBar names={['status']}>
        <SelectFilter
          name="status"
          label={tools.webhooks.status}
          options={statuses.map((value) => ({ value, label: tools.webhooks.statuses[value] }))}
        />
      </FilterBar>
      <PagedTable
        {...deliveryTable({ onChange: () => void list.refresh() })}
        list={list}
        empty={<None isFiltered={status !== undefined} />}
      />
    </Section>
  )
}

function None({ isFiltered }: { isFiltered: boolean }): VNode {
  const { noDeliveries, noDeliveriesText, noDeliveriesLike } = tools.webhooks
  return (
    <p class="quiet">{isFiltered ? noDeliveriesLike : `${noDeliveries}. ${noDeliveriesText}`}</p>
  )
}
