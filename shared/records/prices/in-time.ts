import { setTimeout } from 'node:timers/promises'

/** The result of `reading`, or an error after this many milliseconds. */
export async function inTime<Result>(
  reading: Promise<Result>,
  { who, milliseconds }: { who: string; milliseconds: number },
): Promise<Result> {
  const race = new AbortController()
  const timeout = setTimeout(milliseconds, undefined, { signal: race.signal }).then(() => {
    throw new Error(`${who} did not respond within ${milliseconds} ms`)
  })
  try {
    return await Promise.race([reading, timeout])
  } finally {
    race.abort()
  }
}
