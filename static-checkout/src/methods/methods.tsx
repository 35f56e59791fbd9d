import type { VNode } from 'preact'
import type { Payment } from '../payment.ts'
import type { ViewProps } from '../view-props.ts'
import { CoinRows } from './coin-rows.tsx'

type Props = ViewProps & { payment: Payment | undefined }

/** The ways to pay, in the merchant's order: providers above the coins, the coins, and providers below them. */
export function Methods({ payment, ...props }: Props): VNode {
  const { methods } = props.view
  const at = methods.indexOf('coins')
  const Rows = payment?.ProviderRows
  return (
    <>
      {Rows && <Rows {...props} names={methods.slice(0, at)} />}
      <CoinRows {...props} />
      {Rows && <Rows {...props} names={methods.slice(at + 1)} />}
    </>
  )
}
