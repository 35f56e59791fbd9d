import type { VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { sessionStatuses } from '../../../shared/payments/checkout-sessions/rules/checkout-session.ts'
import { DateFilter } from '../parts/date-filter.tsx'
import { FilterBar, filterOf, SelectFilter, setFilters, ValueFilter } from '../parts/filters.tsx'
import { Icon } from '../parts/icon.tsx'
import { Unloaded } from '../parts/page.tsx'
import { mode } from '../router.ts'
import { useQuery } from '../service/use-query.ts'
import { money } from '../texts/money/money.ts'
import { text } from '../texts/text.ts'
import type { Payment } from './payment-columns.tsx'
import { filterNames, pricesOf } from './payment-filter.ts'

export function PaymentFilterBar({ rows }: { rows: readonly Payment[] }): VNode {
  const query = useQuery('list-networks', { mode: mode.value })
  const networks = query.data?.networks ?? []
  const coins = [...new Set(networks.flatMap(({ assets }) => assets))].sort()
  const titles = text.payments.columns
  return (
    <>
      <Unloaded query={query} name={text.pages.networks} />
      <FilterBar names={filterNames}>
        <TextFilter />
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
        <PriceFilter />
        <LinkFilter rows={rows} />
        <ValueFilter
          name="customer"
          label={money.onePayment.customer}
          shown={(id) => rows.find(({ customerEmail }) => customerEmail)?.customerEmail ?? id}
        />
        <DateFilter name="created" label={titles.created} />
      </FilterBar>
    </>
  )
}

function statusOptions(): { value: string; label: string }[] {
  const each = sessionStatuses.map((value) => ({ value, label: text.payments.statuses[value] }))
  const several = filterOf('status')
  return [
    { value: 'attention', label: money.views.attention },
    ...each,
    ...(several.includes(',') ? [{ value: several, label: money.list.several }] : []),
  ]
}

/** How long nothing has to be typed before the list is searched. */
const pauseMs = 300

/** Whom or what to find: words, or a whole address or hash. */
function TextFilter(): VNode {
  const value = filterOf('text')
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  useEffect(() => {
    if (typed === value) return
    const timer = window.setTimeout(() => setFilters({ text: typed }), pauseMs)
    return () => window.clearTimeout(timer)
  }, [typed, value])
  return (
    <label class={value === '' ? 'chip find-text' : 'chip set find-text'}>
      <Icon name="search" small />
      <span class="visually-hidden">{money.list.find}</span>
      <input
        type="search"
        autocomplete="off"
        spellcheck={false}
        maxLength={500}
        placeholder={money.list.find}
        value={typed}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      />
    </label>
  )
}

/** From one price to another, in the currency of each payment. */
function PriceFilter(): VNode {
  const { minPrice = '', maxPrice = '' } = pricesOf(filterOf('price'))
  const words = money.prices
  const change = (min: string, max: string) =>
    setFilters({ price: min === '' && max === '' ? '' : `${min}..${max}` })
  return (
    <>
      <Price label={words.from} value={minPrice} onPrice={(price) => change(price, maxPrice)} />
      <Price label={words.to} value={maxPrice} onPrice={(price) => change(minPrice, price)} />
    </>
  )
}

function Price(props: { label: string; value: string; onPrice: (price: string) => void }): VNode {
  return (
    <label class={props.value === '' ? 'chip' : 'chip set'}>
      <span>{props.label}</span>
      <input
        class="price"
        type="text"
        inputMode="decimal"
        maxLength={15}
        placeholder={text.list.any}
        value={props.value}
        onChange={({ currentTarget }) => {
          const price = currentTarget.value.trim().replace(',', '.')
          const isPrice = price === '' || /^\d{1,12}(\.\d{1,2})?$/.test(price)
          if (isPrice) props.onPrice(price)
          else currentTarget.value = props.value
        }}
      />
    </label>
  )
}

/** Set by links from other pages. */
function LinkFilter({ rows }: { rows: readonly Payment[] }): VNode | null {
  const value = filterOf('link')
  if (value === '') return null
  const title = rows.find(({ linkId }) => linkId === value)?.linkTitle ?? value
  const options = [{ value, label: title }]
  return <SelectFilter name="link" label={text.payments.columns.link} options={options} />
}
