import type { VNode } from 'preact'
import type { PaymentScreen } from '../screen.ts'
import type { ViewProps } from '../view-props.ts'
import { DetectedView } from './detected.tsx'
import { ExpiredView } from './expired.tsx'
import { FailedView } from './failed.tsx'
import { IdleView } from './idle.tsx'
import { OverpaidView } from './overpaid.tsx'
import { PaidView } from './paid.tsx'
import { PayView } from './pay.tsx'
import { ProviderView } from './provider.tsx'
import { SentView } from './sent.tsx'
import { TimeUpView } from './time-up.tsx'
import { UnderpaidView } from './underpaid.tsx'

export const screens = {
  pay: PayView,
  provider: ProviderView,
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
} as const satisfies Record<PaymentScreen, (props: ViewProps) => VNode>
