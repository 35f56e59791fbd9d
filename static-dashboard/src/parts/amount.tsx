import type { VNode } from 'preact'
import { formatAmount, formatShortly } from '../format-amount.ts'

type Props = { value: string; asset: string; before?: string; isBare?: boolean }

/** An amount with its coin, for lists; a long one has its exact value as a title. Bare if the coin has a column of its own. */
export function Amount({ value, asset, before = '', isBare = false }: Props): VNode {
  const [short, whole] = [formatShortly(value, asset), formatAmount(value, asset)]
  return (
    <span class="amount" title={short === whole ? undefined : whole}>
      {before + short} {!isBare && <em>{asset}</em>}
    </span>
  )
}

/** "118.5 USDC". */
export function AmountText({ text }: { text: string }): VNode {
  const [value = '', asset = ''] = text.split(' ')
  return <Amount value={value} asset={asset} />
}
