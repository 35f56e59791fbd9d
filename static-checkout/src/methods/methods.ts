import type { VNode } from 'preact'
import type { CheckoutMethod } from '../../../shared/settings/rules/checkout-ways.ts'
import type { ViewProps } from '../view-props.ts'
import { CoinRows } from './coin-rows.tsx'

/** What each way to pay adds to the choice. A provider is one more entry; the merchant's settings order them. */
export const methods: Readonly<Record<CheckoutMethod, (props: ViewProps) => VNode>> = {
  coins: CoinRows,
}
