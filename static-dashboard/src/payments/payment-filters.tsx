import type { VNode } from 'preact'
import { sessionStatuses } from '../../../shared/checkout-sessions/rules/checkout-session.ts'
import { DateFilter } from '../parts/date-filter.tsx'
import { FilterBar, filterOf, SelectFilter } from '../parts/filters.tsx'
import { mode } from '../router.ts'
import { useQuery } from '../service/use-query.ts'
import { text } from '../texts/text.ts'
import type { Payment } from './payment-columns.tsx'
import { filterNames } from './payment-filter.ts'

/** What the list of payments is narrowed to. */
export function PaymentFilterBar({ rows }: { rows: readonly Payment[] }): VNode {
  const { data } = useQuery('list-networks', { mode: mode.value })
  const networks = data?.networks ?? []
  const coins = [...new Set(networks.flatMap(({ assets }) => assets))].sort()
  const titles = text.payments.columns
  return (
    <FilterBar names={filterNames}>
      <SelectFilter name="status" label={titles.status} options={statusOptions()} />
      <SelectFilter
        name="network"
        label={titles.network}
        options={networks.map(({ chainId, name }) => ({ value: String(chainId), label: name }))}
      />
      <SelectFilter
        name="coin"
        label={titles.coin}
        options={coins.map((coin) => ({ value: coin, label: coin }))}
      />
      <LinkFilter rows={rows} />
      <DateFilter name="created" label={titles.created} />
    </FilterBar>
  )
}

function statusOptions(): { value: string; label: string }[] {
  const each = sessionStatuses.map((value) => ({ value, label: text.payments.statuses[value] }))
  const several = filterOf('status')
  return [
    { value: 'attention', label: text.payments.views.attention },
    ...each,
    ...(several.includes(',') ? [{ value: several, label: text.payments.several }] : []),
  ]
}

/** Set by whoever comes from a link. */
function LinkFilter({ rows }: { rows: readonly Payment[] }): VNode | null {
  const value = filterOf('link')
  if (value === '') return null
  const title = rows.find(({ linkId }) => linkId === value)?.linkTitle ?? value
  const options = [{ value, label: title }]
  return <SelectFilter name="link" label={text.payments.columns.link} options={options} />
}
