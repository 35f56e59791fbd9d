import type { ComponentChildren, VNode } from 'preact'
import { address, navigate } from '../router.ts'
import { text } from '../texts/text.ts'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

/** The filter in the address; empty if it is not set. */
export function filterOf(name: string): string {
  return address.value.query.get(name) ?? ''
}

/** The path of this page with other filters. */
export function pathWith(changes: Readonly<Record<string, string>>): string {
  const { path, query } = address.peek()
  const next = new URLSearchParams(query)
  for (const [name, value] of Object.entries(changes)) {
    if (value === '') next.delete(name)
    else next.set(name, value)
  }
  const search = next.toString()
  return search === '' ? path : `${path}?${search}`
}

/** Sets filters in the address, so that it can be shared, and the browser's back button returns to it. */
export function setFilters(changes: Readonly<Record<string, string>>): void {
  navigate(pathWith(changes), { replace: true })
}

/** The filters of a list, and a button that resets them all. `names` are those that the address may have. */
export function FilterBar(props: { names: readonly string[]; children: ComponentChildren }): VNode {
  const set = props.names.filter((name) => filterOf(name) !== '')
  const clear = () => setFilters(Object.fromEntries(set.map((name) => [name, ''])))
  return (
    <search class="filters" aria-label={text.list.filters}>
      {props.children}
      {set.length > 0 && (
        <Button kind="plain" icon="close" onClick={clear}>
          {text.list.clear}
        </Button>
      )}
    </search>
  )
}

export function SelectFilter(props: {
  name: string
  label: string
  options: readonly { value: string; label: string }[]
}): VNode {
  const { name, label, options } = props
  const value = filterOf(name)
  return (
    <label class={value === '' ? 'chip' : 'chip set'}>
      <span>{label}</span>
      <select
        value={value}
        onChange={({ currentTarget }) => setFilters({ [name]: currentTarget.value })}
      >
        <option value="">{text.list.any}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon name="down" small />
    </label>
  )
}

/** A value that was chosen elsewhere, such as in a row of the list; not shown without one. */
export function ValueFilter(props: {
  name: string
  label: string
  shown: (value: string) => string
}): VNode | null {
  const { name, label, shown } = props
  const value = filterOf(name)
  if (value === '') return null
  return (
    <span class="chip set">
      <span>{label}</span> <span class="value">{shown(value)}</span>
      <button
        type="button"
        aria-label={`${text.list.clear}: ${label}`}
        onClick={() => setFilters({ [name]: '' })}
      >
        <Icon name="close" small />
      </button>
    </span>
  )
}
