import { type Mode, modes } from '../shared/kernel/mode.ts'
import type { Method } from '../shared/kernel/operation/operation.ts'
import type { MachineName, QueueName, Touches } from '../shared/kernel/operation/touches.ts'

/**
 * If no caller waits for a response, `impact` says what a customer notices while the function fails: it is the text of
 * its alarm.
 */
type Trigger =
  /** `path` as in API Gateway: `/api/checkout/sessions/{id}`. */
  | { kind: 'route'; method: Method; path: string; streaming?: true }
  /** Consumes each mode's queue separately, or only that of `mode`, with `maxConcurrency` each. */
  | {
      kind: 'queue'
      queue: QueueName
      mode?: Mode
      batchSize: number
      maxConcurrency: number
      impact: string
    }
  | {
      kind: 'schedule'
      everySeconds: number
      alsoAtStart?: true
      /** Runs separately for each mode, with `{mode}` as its event: test mode shares no limit with live. */
      perMode?: true
      impact: string
    }
  /** A task of a state machine, invoked by its name in the ASL file. */
  | { kind: 'task'; machine: MachineName; impact: string }
  /** Invoked by the functions that name it in their rows. */
  | { kind: 'function'; impact: string }
  /** Invoked by the operator's terminal, through Lambda's Invoke, and by the dashboard's pages if they have a route to it. */
  | { kind: 'operator'; route: { method: Method; path: string } | null }

type QueueLimits = {
  visibilitySeconds: number
  keptSeconds: number
  /** After so many receives, a message goes to the dead-letter queue. If null, it is dropped after its retention. */
  maxReceiveCount: number | null
}

/** Queues per mode, so that test mode never delays live. */
export const queues = {
  // The reconciler checks the same addresses within a minute, so old messages only delay the new ones.
  scans: { visibilitySeconds: 60, keptSeconds: 120, maxReceiveCount: null },
  'webhook-deliveries': { visibilitySeconds: 240, keptSeconds: 4 * 86_400, maxReceiveCount: 20 },
} as const satisfies Record<QueueName, QueueLimits>

export type ModeQueue = `${QueueName}-${Mode}`

export const modeQueueOf = (queue: QueueName, mode: Mode): ModeQueue => `${queue}-${mode}`

export const modeQueuesOf = (queue: QueueName): ModeQueue[] =>
  modes.map((mode) => modeQueueOf(queue, mode))

export const consumedQueues = ({ queue, mode }: { queue: QueueName; mode?: Mode }): ModeQueue[] =>
  mode === undefined ? modeQueuesOf(queue) : [modeQueueOf(queue, mode)]

export const modeQueues: Readonly<Record<string, QueueLimits>> = Object.fromEntries(
  Object.entries(queues).flatMap(([queue, limits]) =>
    modes.map((mode) => [`${queue}-${mode}`, limits]),
  ),
)

export type FunctionRow = {
  /** Path of the entry file from the repository's root. */
  entry: string
  /** The group of a dashboard operation, such as `keys`. */
  group?: string
  trigger: Trigger
  memoryMb: number
  timeoutSeconds: number
  touches: Touches
}
