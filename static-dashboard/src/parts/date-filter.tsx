import type { VNode } from 'preact'
import { text } from '../texts/text.ts'
import { isRange, rangeOf } from './date-range.ts'
import { filterOf, SelectFilter, setFilters } from './filters.tsx'

const presets = ['today', '7d', '30d', 'month', 'last-month'] as const

/** When something was created: in a usual time span, or between two days that are chosen. */
export function DateFilter({ name, label }: { name: string; label: string }): VNode {
  const value = filterOf(name)
  const isChosen = isRange(value)
  const options = [
    ...presets.map((preset) => ({ value: preset, label: text.list.spans[preset] })),
    { value: isChosen ? value : rangeOf(new Date(), new Date()), label: text.list.chosenDays },
  ]
  return (
    <>
      <SelectFilter name={name} label={label} options={options} />
      {isChosen && <Days name={name} value={value} />}
    </>
  )
}

function Days({ name, value }: { name: string; value: string }): VNode {
  const [from = '', to = ''] = value.split('..')
  const change = (first: string, last: string) => {
    if (first === '' || last === '') return
    setFilters({ [name]: first <= last ? `${first}..${last}` : `${last}..${first}` })
  }
  return (
    <>
      <Day label={text.list.from} value={from} onDay={(day) => change(day, to)} />
      <Day label={text.list.to} value={to} onDay={(day) => change(from, day)} />
    </>
  )
}

function Day(props: { label: string; value: string; onDay: (day: string) => void }): VNode {
  return (
    <label class="chip set">
      <span>{props.label}</span>
      <input
        type="date"
        value={props.value}
        onChange={({ currentTarget }) => props.onDay(currentTarget.value)}
      />
    </label>
  )
}
