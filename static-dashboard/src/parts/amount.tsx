import type { VNode } from 'preact'
import { shortened, splitNumberIn } from '../../../static-ui/format-number.ts'
import { formatAmount } from '../format-amount.ts'
import { locale } from '../texts/text.ts'

/** An amount with its coin, for lists. In a column, amounts meet at the decimal point; a long one has its exact value as a title. */
export function Amount(props: { value: string; symbol?: string; before?: string }): VNode {
  const { value, symbol = '', before = '' } = props
  const short = shortened(value)
  const [whole, fraction] = splitNumberIn(locale, short)
  return (
    <span class="amount" title={short === value ? undefined : formatAmount(value)}>
      <b>{before + whole}</b>
      <span>{fraction}</span> <em>{symbol}</em>
    </span>
  )
}
