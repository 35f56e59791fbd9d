import { setTimeout } from 'node:timers/promises'

const pollMs = 100

/**
 * The first value of `look` that `isMet` accepts. Waits on the condition, never a fixed time; past the deadline it
 * throws with the last value that was seen.
 */
export async function eventually<Value>(
  look: () => Promise<Value> | Value,
  isMet: (value: Value) => boolean,
  { deadlineMs = 30_000, what = 'the condition' }: { deadlineMs?: number; what?: string } = {},
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
    await setTimeout(pollMs)
  }
}
