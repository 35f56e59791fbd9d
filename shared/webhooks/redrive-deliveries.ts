import * as z from 'zod'
import { operatorOperation } from '../kernel/operation/operation.ts'
import type { AuditedDecision } from '../operators/audit.ts'

const redriven = z.object({
  /** The approximate number of dead letters. */
  deadLetters: z.int(),
})

export const redriveDeliveries = operatorOperation({
  name: 'redrive-deliveries',
  role: 'operator',
  command: 'deliveries redrive',
  input: z.strictObject({}),
  output: redriven,
  touches: {
    table: 'write',
    sends: ['webhook-deliveries'],
    redrives: ['webhook-deliveries'],
    administers: ['audit-log'],
  },
  docs: { summary: 'Put the dead letters of both modes back on their queues' },
})

type Redriven = z.infer<typeof redriven>

export async function runRedriveDeliveries({
  redriveDeadLetters,
}: {
  redriveDeadLetters: () => Promise<Redriven>
}): Promise<AuditedDecision<Redriven>> {
  const result = await redriveDeadLetters()
  return {
    changes: [
      { mode: 'live', action: 'deliveries.redrive', target: 'deliveries', after: { ...result } },
    ],
    result,
  }
}
