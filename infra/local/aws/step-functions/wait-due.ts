import type { WaitState } from './machine.ts'

/**
 * When a Wait ends, in ms. The machines of the service wait for a timestamp of their input and for nothing else. AWS
 * ignores its milliseconds, so a wait may end before it.
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
