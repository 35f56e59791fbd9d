import { AsyncLocalStorage } from 'node:async_hooks'
import type { Mode } from '../../shared/kernel/mode.ts'

/**
 * All that a line may say beside its message, its error and its metrics: ids of ours, words of ours and numbers. Nothing
 * that a customer or a caller wrote has a name here.
 */
export type Facts = {
  function?: string
  requestId?: string
  mode?: Mode
  sessionId?: string
  eventId?: string
  deliveryId?: string
  endpointId?: string
  /** Of a queue. */
  messageId?: string
  method?: string
  /** As in API Gateway, with `{id}`. */
  resource?: string
  chainId?: number
  /** A chain's node, by its host. */
  node?: string
  /** What of a node does not match the registry. */
  subject?: string
  expected?: string
  found?: string
  asset?: string
  amountBase?: string
  from?: string
  to?: string
  operation?: string
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

/** One process serves many invocations at once on one machine, so what belongs to one travels with its promises. */
const storage = new AsyncLocalStorage<Facts>()

/** Every line that `run` writes has these facts, too. */
export function withFacts<Result>(facts: Facts, run: () => Result): Result {
  return storage.run({ ...storage.getStore(), ...facts }, run)
}

/** Adds what came to be known while an invocation ran, up to where `withFacts` was called. */
export function addFacts(facts: Facts): void {
  Object.assign(storage.getStore() ?? {}, facts)
}

export function knownFacts(): Facts {
  return storage.getStore() ?? {}
}
