import type { VNode } from 'preact'
import type { CheckoutView } from '../../../shared/merchant/checkout/wire/checkout.ts'
import { isConfirming } from '../money.ts'
import { type Progress, Rail } from '../parts/rail.tsx'
import type { Payment } from '../payment.ts'
import { sessionScreen } from '../screen.ts'
import type { ViewProps } from '../view-props.ts'
import { CoinView } from './coin.tsx'
import { DetailsView } from './details.tsx'
import { Bones } from './loading.tsx'

const rails = {
  pending: { reached: 0, tone: 'active' },
  detected: { reached: 1, tone: 'active' },
  paid: { reached: 2, tone: 'ok' },
  paid_late: { reached: 2, tone: 'ok' },
  overpaid: { reached: 2, tone: 'ok' },
  underpaid: { reached: 1, tone: 'warn' },
  expired: { reached: 0, tone: 'rest' },
  failed: { reached: 1, tone: 'bad' },
} as const satisfies Record<CheckoutView['status'], Progress>

type Props = ViewProps & { payment: Payment | undefined }

export function SessionView(props: Props): VNode {
  return (
    <>
      <Rail {...progressOf(props.view)} />
      <Screen {...props} />
    </>
  )
}

function Screen({ payment, ...props }: Props): VNode {
  const screen = sessionScreen(props.view, props.state)
  if (screen === 'details') return <DetailsView {...props} />
  if (screen === 'coin' && (payment || hasOnlyCoins(props.view))) {
    return <CoinView {...props} payment={payment} />
  }
  const View = screen === 'coin' ? undefined : payment?.screens[screen]
  return View ? <View {...props} /> : <Bones />
}

/** Whether the choice needs nothing that loads later. */
export function hasOnlyCoins({ methods }: CheckoutView): boolean {
  return methods.length === 1
}

function progressOf(view: CheckoutView): Progress {
  if (!isConfirming(view)) {
    const isLate = view.status === 'expired' && view.received.base !== '0'
    return rails[isLate ? 'underpaid' : view.status]
  }
  return {
    ...rails.detected,
    segments: { done: view.confirmations, total: view.confirmationsRequired },
  }
}
