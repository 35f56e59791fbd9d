import { setTimeout } from 'node:timers/promises'

type Waiting = { everyMs?: number; deadlineMs?: number; what?: string }

/** For journeys: longer than a machine takes that is busy with something else. */
export const patiently = { deadlineMs: 400_000 }

/**
 * The first value of `look` that `isMet` accepts. Waits on the condition, never a fixed time; past the deadline it
 * throws with the last value that was seen.
 */
export async function eventually<Value>(
  look: () => Promise<Value> | Value,
  isMet: (value: Value) => boolean,
  { everyMs = 100, deadlineMs = 90_000, what = 'the condition' }: Waiting = {},
): Promise<Value> {
  const until = Date.now() + deadlineMs
  for (;;) {
    const value = await look()
    if (isMet(value)) return value
    if (Date.now() > until) {
      throw new Error(
        `${what} did not hold within ${deadlineMs} ms; last: ${JSON.stringify(value)}`,
      )
    }
    await setTimeout(everyMs)
  }
}
