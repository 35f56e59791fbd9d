import type { VNode } from 'preact'

/** An amount with its coin. In a column, amounts meet at the decimal point. */
export function Amount(props: { value: string; symbol?: string; before?: string }): VNode {
  const { value, symbol = '', before = '' } = props
  const [whole = '', fraction] = value.split('.')
  return (
    <span class="amount">
      <b>{before + whole}</b>
      <span>{fraction === undefined ? '' : `.${fraction}`}</span> <em>{symbol}</em>
    </span>
  )
}
