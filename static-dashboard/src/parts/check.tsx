import type { ComponentChildren, VNode } from 'preact'

/** A box to tick, with what it says. */
export function Check(props: {
  checked: boolean
  onChange: (isChecked: boolean) => void
  children: ComponentChildren
}): VNode {
  const { checked, onChange, children } = props
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={checked}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      {children}
    </label>
  )
}
