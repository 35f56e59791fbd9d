import { type Mode, modes } from '../shared/kernel/mode.ts'
import type { OperationId } from '../shared/openapi/endpoints.ts'

/**
 * What starts a function. Where nobody waits for an answer, `impact` says what a customer notices while it fails: the
 * text of its alarm.
 */
type Trigger =
  /** A public operation; method, path and scope stand in `shared/openapi/endpoints.ts`. */
  | { kind: 'operation'; operation: OperationId }
  /** A route outside the public API. `path` as in API Gateway: `/api/checkout/sessions/{id}`. */
  | { kind: 'route'; method: 'GET' | 'POST'; path: string; streaming?: true }
  /** Consumes the queue of each mode by itself; `maxConcurrency` is for each. */
  | { kind: 'queue'; queue: QueueName; batchSize: number; maxConcurrency: number; impact: string }
  | {
      kind: 'schedule'
      everySeconds: number
      alsoAtStart?: true
      /** Runs for each mode by itself, with `{mode}` as its event: test mode shares no limit with live. */
      perMode?: true
      impact: string
    }
  /** A task of a state machine, invoked by its name in the ASL file. */
  | { kind: 'task'; machine: MachineName; impact: string }
  /** Invoked by the operator's terminal, through Lambda's Invoke. */
  | { kind: 'operator' }

/** Each has a `<name>.asl.json` in `infra/machines/`. */
export const machineNames = ['session-timer', 'payment-confirmation'] as const
export type MachineName = (typeof machineNames)[number]

/** Each of them once for each mode, so that test mode never delays live. */
export const queues = {
  scans: { visibilitySeconds: 180, maxReceiveCount: 10 },
  'webhook-deliveries': { visibilitySeconds: 240, maxReceiveCount: 20 },
} as const
export type QueueName = keyof typeof queues

/** One of them, as it is deployed. */
export type ModeQueue = `${QueueName}-${Mode}`

export const modeQueueOf = (queue: QueueName, mode: Mode): ModeQueue => `${queue}-${mode}`

export const modeQueuesOf = (queue: QueueName): ModeQueue[] =>
  modes.map((mode) => modeQueueOf(queue, mode))

/** All of them, by their names. */
export const modeQueues: Readonly<Record<string, (typeof queues)[QueueName]>> = Object.fromEntries(
  Object.entries(queues).flatMap(([queue, limits]) =>
    modes.map((mode) => [`${queue}-${mode}`, limits]),
  ),
)

/** Encryption contexts (`purpose`) of the one KMS key; a function may use only what its row names. */
export const kmsPurposes = ['hd-mnemonic', 'account-public-keys', 'app-secrets'] as const
export type KmsPurpose = (typeof kmsPurposes)[number]

/** Items that everyone with the table may read at most; `infra/aws/constructs/guarded-items.ts` names them. */
export type Administered = 'instance' | 'setup-token' | 'settings' | 'api-keys' | 'audit-log'

/** What a function may touch; nothing else is granted. */
export type Touches = {
  table?: 'read' | 'write'
  sends?: readonly QueueName[]
  /** Moves the dead letters of these queues back to them. */
  redrives?: readonly QueueName[]
  starts?: readonly MachineName[]
  /** Creates data keys (to encrypt) for these purposes. */
  encrypts?: readonly KmsPurpose[]
  decrypts?: readonly KmsPurpose[]
  /** Changes what only the operator decides. */
  administers?: readonly Administered[]
  /** Takes prices in the fiat currencies that have an exchange rate here. */
  currencies?: true
  /** Knows which chains are enabled, but not their nodes, whose URLs hold secrets. */
  chainIds?: true
  /** Calls the chains' nodes. */
  chains?: true
}

export type FunctionRow = {
  /** Path of the entry file from the repository's root; it exports `handler`. */
  entry: string
  trigger: Trigger
  memoryMb: number
  timeoutSeconds: number
  touches: Touches
}
