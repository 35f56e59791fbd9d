import type { Touches } from '../shared/kernel/operation/touches.ts'

/** Defaults of a function without a waiting caller: it mostly waits for nodes. */
export const worker = { memoryMb: 256, timeoutSeconds: 60 } as const

export const movesSessions = {
  table: 'write',
  sends: ['webhook-deliveries'],
  starts: ['payment-confirmation'],
  chains: true,
  administers: ['sessions'],
} as const satisfies Touches
