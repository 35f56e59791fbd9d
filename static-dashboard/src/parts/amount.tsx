import type { VNode } from 'preact'
import { splitNumberIn } from '../../../static-ui/format-number.ts'
import { locale } from '../texts/text.ts'

/** An amount with its coin. In a column, amounts meet at the decimal point. */
export function Amount(props: { value: string; symbol?: string; before?: string }): VNode {
  const { value, symbol = '', before = '' } = props
  const [whole, fraction] = splitNumberIn(locale, value)
  return (
    <span class="amount">
      <b>{before + whole}</b>
      <span>{fraction}</span> <em>{symbol}</em>
    </span>
  )
}
