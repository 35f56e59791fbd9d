import type { VNode } from 'preact'
import { useEffect } from 'preact/hooks'
import { fill } from '../../../static-ui/template.ts'
import { FilterBar, filterOf, SelectFilter } from '../parts/filters.tsx'
import { Loaded, Section } from '../parts/page.tsx'
import { useQuery } from '../service/use-query.ts'
import { tools } from '../texts/tools/tools.ts'
import { DeliveryTable } from './delivery-table.tsx'

const statuses = ['pending', 'succeeded', 'failed', 'cancelled'] as const
const limit = 50

/** The latest deliveries to an endpoint. They are loaded again whenever `refresh` is another value. */
export function EndpointDeliveries(props: { endpointId: string; refresh: unknown }): VNode {
  const { endpointId, refresh } = props
  const status = statuses.find((each) => each === filterOf('status'))
  const query = useQuery('list-deliveries', { endpointId, limit, ...(status && { status }) })
  useEffect(() => void query.reload(), [refresh])
  return (
    <Section title={tools.webhooks.deliveries}>
      <FilterBar names={['status']}>
        <SelectFilter
          name="status"
          label={tools.webhooks.status}
          options={statuses.map((value) => ({ value, label: tools.webhooks.statuses[value] }))}
        />
      </FilterBar>
      <Loaded query={query}>
        {({ deliveries }) => (
          <>
            {deliveries.length > 0 && <DeliveryTable deliveries={deliveries} />}
            {deliveries.length === 0 && <None isFiltered={status !== undefined} />}
            {deliveries.length === limit && (
              <p class="foot quiet">{fill(tools.webhooks.latest, { count: limit })}</p>
            )}
          </>
        )}
      </Loaded>
    </Section>
  )
}

function None({ isFiltered }: { isFiltered: boolean }): VNode {
  const { noDeliveries, noDeliveriesText, noDeliveriesLike } = tools.webhooks
  return (
    <p class="quiet">{isFiltered ? noDeliveriesLike : `${noDeliveries}. ${noDeliveriesText}`}</p>
  )
}
