import { AsyncLocalStorage } from 'node:async_hooks'
import type { Mode } from '../kernel/mode.ts'

/**
 * The fields a log line may have besides message, error and metrics: our ids, our constants and numbers. No field holds
 * text written by a customer or caller.
 */
export type Facts = {
  function?: string
  requestId?: string
  mode?: Mode
  sessionId?: string
  eventId?: string
  deliveryId?: string
  endpointId?: string
  customerId?: string
  /** The destination of sale notices. */
  destinationId?: string
  /** The SQS message's id. */
  messageId?: string
  method?: string
  /** The route as in API Gateway, with `{id}`. */
  resource?: string
  chainId?: number
  /** The host of a chain's node. */
  node?: string
  /** The fact that a node doesn't confirm. */
  subject?: string
  expected?: string
  found?: string
  asset?: string
  notifier?: string
  provider?: string
  added?: number
  removed?: number
  amountBase?: string
  from?: string
  to?: string
  effectiveAt?: string
  operation?: string
  /** Background work of the service, such as `webhook deliveries`. */
  work?: string
  reason?: string
  attempt?: number
  outcome?: string
  statusCode?: number
  milliseconds?: number
  open?: number
  scanned?: number
  failed?: number
  count?: number
}

/** On one machine a process serves many invocations at once, so each invocation's fields travel with its promises. */
const storage = new AsyncLocalStorage<Facts>()

/** Adds these fields to every line that `run` logs. */
export function withFacts<Result>(facts: Facts, run: () => Result): Result {
  return storage.run({ ...storage.getStore(), ...facts }, run)
}

/** Adds fields to all further lines of the innermost `withFacts`. */
export function addFacts(facts: Facts): void {
  Object.assign(storage.getStore() ?? {}, facts)
}

export function knownFacts(): Facts {
  return storage.getStore() ?? {}
}
