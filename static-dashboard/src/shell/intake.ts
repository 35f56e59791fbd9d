import { signal } from '@preact/signals'
import type { Mode } from '../../../shared/kernel/mode.ts'
import type { Operations } from '../operations.ts'

export type NewPayments = Operations['show-overview']['output']['newPayments']

/** Whether the service accepted new payments when it was last asked. */
export const intake = signal<{ mode: Mode; newPayments: NewPayments } | null>(null)

/** Accepted as long as nothing else is known. */
export function newPaymentsIn(mode: Mode): NewPayments {
  return intake.value?.mode === mode ? intake.value.newPayments : 'accepted'
}
