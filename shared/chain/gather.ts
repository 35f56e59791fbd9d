import { setTimeout } from 'node:timers/promises'

type Gathered<Given> = { given: Given[]; failures: unknown[] }

/**
 * What was given, in the order in which it was asked for, once everything is settled. If what was given became enough
 * before, the rest has `patienceMs` left, and what comes later is not waited for.
 */
export async function gather<Given>(
  asked: readonly Promise<Given>[],
  { isEnough, patienceMs }: { isEnough: (given: readonly Given[]) => boolean; patienceMs: number },
): Promise<Gathered<Given>> {
  const given = new Map<number, Given>()
  const failures: unknown[] = []
  const enough = new Promise<void>((resolve) => {
    for (const [index, promise] of asked.entries()) {
      promise.then(
        (value) => {
          given.set(index, value)
          if (isEnough([...given.values()])) resolve()
        },
        (error) => failures.push(error),
      )
    }
  })
  const isTime = enough.then(() => setTimeout(patienceMs, undefined, { ref: false }))
  await Promise.race([Promise.allSettled(asked), isTime])
  const inOrder = [...given].sort(([a], [b]) => a - b).map(([, value]) => value)
  return { given: inOrder, failures: [...failures] }
}
