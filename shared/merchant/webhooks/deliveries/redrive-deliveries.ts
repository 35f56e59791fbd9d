import * as z from 'zod'
import { type AuditDeps, recordFirst } from '../../../kernel/operation/audit.ts'
import { operatorOperation } from '../../../kernel/operation/operator-operation.ts'
import type { Table } from '../../../kernel/store/table.ts'
import { redriveDeadLetters } from '../../../queue/redrive-dead-letters.ts'
import { deliveryQueue } from '../../../records/outbox/delivery-queue.ts'

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
  needs: (config) => {
    const queue = deliveryQueue(config)
    return { redriveDeadLetters: () => redriveDeadLetters(queue) }
  },
  /** The audit entry comes first, so that an interruption leaves no change without one. */
  async run({ redriveDeadLetters, ...services }: Services, { findActor }) {
    const change = { mode: 'live', action: 'deliveries.redrive', target: 'deliveries' } as const
    await recordFirst(services, change, findActor)
    return { result: await redriveDeadLetters() }
  },
})

type Redriven = z.infer<typeof redriven>

type Services = AuditDeps & { table: Table; redriveDeadLetters: () => Promise<Redriven> }
