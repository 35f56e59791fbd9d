import type { Mode } from '../../shared/kernel/mode.ts'

const restMs = 300_000

/**
 * Work that finds something only now and then. After a run that found nothing, which is a result of 0, the next one of the
 * mode in this process is 5 minutes later, and those in between find nothing either.
 */
export function restingWhenQuiet(
  work: (mode: Mode) => Promise<number>,
): (mode: Mode) => Promise<number> {
  const restsUntil = new Map<Mode, number>()
  return async (mode) => {
    if (Date.now() < (restsUntil.get(mode) ?? 0)) return 0
    const found = await work(mode)
    if (found === 0) restsUntil.set(mode, Date.now() + restMs)
    return found
  }
}
