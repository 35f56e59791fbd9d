import type { Mode } from '../../../shared/kernel/mode.ts'
import { sessionStatuses } from '../../../shared/payments/checkout-sessions/rules/checkout-session.ts'
import type { Operations } from '../operations.ts'
import { boundsOf } from '../parts/date-range.ts'
import type { PaymentStatusName } from './payment-status.tsx'

export const filterNames = [
  'text',
  'status',
  'network',
  'coin',
  'price',
  'link',
  'customer',
  'created',
] as const

type FilterName = (typeof filterNames)[number]

/** The page address's parameters; empty strings if not set. */
export type PaymentFilters = Readonly<Record<FilterName, string>>

/** The filter as the service knows it. */
export type Filter = Omit<Operations['list-payments']['input'], 'limit' | 'after'>

const needAttention: readonly PaymentStatusName[] = ['underpaid', 'overpaid']

/** The filters of an address as the service knows them. Invalid values are left out. */
export function filterFor(filters: PaymentFilters, mode: Mode, now: Date): Filter {
  const statuses = statusesOf(filters.status)
  const chainId = /^\d{1,15}$/.test(filters.network) ? Number(filters.network) : undefined
  return {
    mode,
    ...boundsOf(filters.created, now),
    ...(filters.text.trim() !== '' && { text: filters.text.trim().slice(0, 500) }),
    ...(statuses.length > 0 && { statuses }),
    ...(filters.status === 'attention' && { undecided: true }),
    ...(chainId !== undefined && { chainId }),
    ...(/^[\w.-]{1,20}$/.test(filters.coin) && { asset: filters.coin }),
    ...pricesOf(filters.price),
    ...(/^pl_\w{1,60}$/.test(filters.link) && { linkId: filters.link }),
    ...(/^cus_\w{1,60}$/.test(filters.customer) && { customerId: filters.customer }),
  }
}

/** `10..50` as the prices of a filter; either may be missing. */
export function pricesOf(value: string): { minPrice?: string; maxPrice?: string } {
  const [, min, max] = /^(\d{1,12}(?:\.\d{1,2})?)?\.\.(\d{1,12}(?:\.\d{1,2})?)?$/.exec(value) ?? []
  return {
    ...(min !== undefined && { minPrice: min }),
    ...(max !== undefined && { maxPrice: max }),
  }
}

function statusesOf(value: string): PaymentStatusName[] {
  if (value === 'attention') return [...needAttention]
  const named = value.split(',')
  return sessionStatuses.filter((status) => named.includes(status))
}
