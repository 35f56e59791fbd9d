import type { VNode } from 'preact'
import { FilterBar, filterOf, SelectFilter } from '../parts/filters.tsx'
import { PagedTable } from '../parts/paged-table.tsx'
import { mode } from '../router.ts'
import { usePages } from '../service/use-pages.ts'
import { usePolling } from '../service/use-polling.ts'
import { tools } from '../texts/tools/tools.ts'
import { deliveryTable } from './delivery-table.tsx'
import { type Endpoint, hostOf } from './endpoint.ts'

const statuses = ['pending', 'failed', 'cancelled'] as const

const refreshMs = 10_000

/** Deliveries that failed, wait after a failed attempt, or were cancelled. */
export function Undelivered({ endpoints }: { endpoints: readonly Endpoint[] }): VNode {
  const status = statuses.find((each) => each === filterOf('status'))
  const asked = { mode: mode.value, undelivered: true, limit: 50, ...(status && { status }) }
  const list = usePages('list-deliveries', asked, ({ deliveries }) => deliveries)
  usePolling(list.refresh, refreshMs)
  const hosts = new Map(endpoints.map(({ id, url }) => [id, hostOf(url)]))
  const { retrying, statuses: words, noDeliveriesLike, allDelivered } = tools.webhooks
  return (
    <>
      <FilterBar names={['status']}>
        <SelectFilter
          name="status"
          label={tools.webhooks.status}
          options={statuses.map((value) => ({
            value,
            label: value === 'pending' ? retrying : words[value],
          }))}
        />
      </FilterBar>
      <PagedTable
        {...deliveryTable({
          onChange: () => void list.refresh(),
          hostOf: (id) => hosts.get(id),
        })}
        list={list}
        empty={<p class="quiet">{status === undefined ? allDelivered : noDeliveriesLike}</p>}
      />
    </>
  )
}
