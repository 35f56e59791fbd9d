import {
  type StatusDetail,
  type StatusReason,
  statusText,
} from '../../../shared/admin/payments/rules/status-words.ts'

import { formatAmount } from '../format-amount.ts'
import { money } from '../texts/money/money.ts'
import { text } from '../texts/text.ts'
import { dayAndTime } from './clock-time.ts'

/** Why a payment has its status, as one paragraph. */
export function whyText(reasons: readonly StatusReason[]): string {
  return statusText(reasons, money.onePayment.reasons, shown)
}

function shown(detail: StatusDetail): string {
  if (typeof detail === 'string') return detail
  if ('at' in detail) return dayAndTime(new Date(detail.at))
  if ('status' in detail) return text.payments.statuses[detail.status]
  return formatAmount(`${detail.amount} ${detail.asset}`)
}
