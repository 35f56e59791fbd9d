import type { VNode } from 'preact'

/** An amount with its coin. In a column, amounts meet at the decimal point. */
export function Amount({ value, symbol }: { value: string; symbol: string }): VNode {
  const [whole = '', fraction] = value.split('.')
  return (
    <span class="amount">
      <b>{whole}</b>
      <span>{fraction === undefined ? '' : `.${fraction}`}</span> <em>{symbol}</em>
    </span>
  )
}
