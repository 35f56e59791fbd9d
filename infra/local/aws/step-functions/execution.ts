import * as z from 'zod'

/** Times are milliseconds since the epoch; inputs and outputs are JSON text. */
const progress = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('RUNNING'),
    state: z.string(),
    stateInput: z.string(),
    enteredAt: z.number(),
  }),
  z.object({ status: z.literal('SUCCEEDED'), output: z.string(), stoppedAt: z.number() }),
  z.object({
    status: z.enum(['FAILED', 'TIMED_OUT']),
    error: z.string(),
    cause: z.string(),
    stoppedAt: z.number(),
  }),
])

export const execution = z.object({
  arn: z.string(),
  machine: z.string(),
  name: z.string(),
  input: z.string(),
  startedAt: z.number(),
  progress,
})

export type Progress = z.output<typeof progress>
export type Running = Extract<Progress, { status: 'RUNNING' }>
export type Execution = z.output<typeof execution>
