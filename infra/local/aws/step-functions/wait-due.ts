import type { WaitState } from './machine.ts'

/**
 * Returns when a Wait state ends, in ms. The service's machines wait only for a timestamp of their input. AWS ignores its
 * milliseconds, so a wait can end before it.
 */
export function waitDue(
  { TimestampPath }: WaitState,
  { stateInput }: { stateInput: string },
): number {
  const field = /^\$\.(\w+)$/.exec(TimestampPath ?? '')?.[1] ?? ''
  const time = Date.parse(String(Object(JSON.parse(stateInput))[field]))
  if (Number.isNaN(time)) throw new Error(`Wait finds no timestamp at ${TimestampPath}`)
  return Math.floor(time / 1000) * 1000
}
