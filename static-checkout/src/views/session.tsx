import type { VNode } from 'preact'
import type { CheckoutView } from '../../../shared/checkout-sessions/wire/checkout.ts'
import { isConfirming } from '../money.ts'
import { type Progress, Rail } from '../parts/rail.tsx'
import { type SessionScreen, sessionScreen } from '../screen.ts'
import type { ViewProps } from '../view-props.ts'
import { CoinView } from './coin.tsx'
import { DetailsView } from './details.tsx'
import { DetectedView } from './detected.tsx'
import { ExpiredView } from './expired.tsx'
import { FailedView } from './failed.tsx'
import { IdleView } from './idle.tsx'
import { OverpaidView } from './overpaid.tsx'
import { PaidView } from './paid.tsx'
import { PayView } from './pay.tsx'
import { SentView } from './sent.tsx'
import { TimeUpView } from './time-up.tsx'
import { UnderpaidView } from './underpaid.tsx'

const views = {
  details: DetailsView,
  coin: CoinView,
  pay: PayView,
  sent: SentView,
  time_up: TimeUpView,
  idle: IdleView,
  detected: DetectedView,
  paid: PaidView,
  paid_late: PaidView,
  overpaid: OverpaidView,
  underpaid: UnderpaidView,
  expired: ExpiredView,
  failed: FailedView,
} as const satisfies Record<SessionScreen, (props: ViewProps) => VNode>

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

export function SessionView(props: ViewProps): VNode {
  const { view, state } = props
  const View = views[sessionScreen(view, state)]
  return (
    <>
      <Rail {...progressOf(view)} />
      <View {...props} />
    </>
  )
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
