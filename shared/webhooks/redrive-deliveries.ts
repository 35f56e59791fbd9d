import * as z from 'zod'
import type { Decision } from '../kernel/operation/commit.ts'
import { operatorOperation } from '../kernel/operation/operation.ts'

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
  touches: { table: 'read', sends: ['webhook-deliveries'], redrives: ['webhook-deliveries'] },
  docs: { summary: 'Put the dead letters of both modes back on their queues' },
})

type Redriven = z.infer<typeof redriven>

export async function runRedriveDeliveries({
  redriveDeadLetters,
}: {
  redriveDeadLetters: () => Promise<Redriven>
}): Promise<Decision<Redriven>> {
  return { result: await redriveDeadLetters() }
}
