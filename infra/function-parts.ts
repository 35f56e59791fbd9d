import type { Touches } from '../shared/kernel/operation/touches.ts'

/** What a function has that nobody waits for. */
export const worker = { memoryMb: 512, timeoutSeconds: 60 } as const

/** What a function touches that moves sessions through their statuses. */
export const movesSessions = {
  table: 'write',
  sends: ['webhook-deliveries'],
  starts: ['payment-confirmation'],
  chains: true,
} as const satisfies Touches
