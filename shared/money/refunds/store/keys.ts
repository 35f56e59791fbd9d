import type { Mode } from '../../../kernel/mode.ts'
import type { Key } from '../../../kernel/store/keys.ts'

export const refundKeys = {
  refund: (mode: Mode, id: string): Key => ({ pk: `${mode}#refund#${id}`, sk: 'refund' }),
  /** A refund by a hosted provider. */
  providerRefund: (mode: Mode, id: string): Key => ({
    pk: `${mode}#provider-refund#${id}`,
    sk: 'refund',
  }),
  /** The refund that a payment of a transaction belongs to, forever. */
  refundTransfer: (mode: Mode, transaction: string, payment: string): Key => ({
    pk: `${mode}#refund-transfer#${transaction}`,
    sk: payment,
  }),
} as const

export const refundPartitions = {
  refunds: (mode: Mode): string => `${mode}#refunds`,
  refundsOfSession: (mode: Mode, sessionId: string): string =>
    `${mode}#session#${sessionId}#refunds`,
  refundsByStatus: (mode: Mode, status: string): string => `${mode}#refunds#${status}`,
  /** Refunds whose transfer is searched for, or waits for confirmations. */
  dueRefunds: (mode: Mode): string => `${mode}#due#refunds`,
} as const
