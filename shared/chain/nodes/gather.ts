import { setTimeout } from 'node:timers/promises'

type Gathered<Given> = { given: Given[]; failures: unknown[] }

/**
 * The values that resolved, in the order of `asked`, once all have settled. As soon as they are enough, the rest has
 * `patienceMs` left; later ones are not awaited.
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
