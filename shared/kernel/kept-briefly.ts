import type { Mode } from './mode.ts'

type Options = {
  onFailure: (error: unknown) => void
  freshMs?: number
  /** For how long the last value is used while reading fails. */
  lastGoodMs?: number
}

type Good<Value> = { value: Value; at: number }

/** Reads a value of a mode at most every few seconds: all callers in between share one reading. */
export function keptBriefly<Value>(
  read: (mode: Mode) => Promise<Value>,
  { onFailure, freshMs = 5_000, lastGoodMs = 60_000 }: Options,
): (mode: Mode) => Promise<Value> {
  const kept = new Map<Mode, { reading: Promise<Value>; until: number }>()
  const good = new Map<Mode, Good<Value>>()
  const readAnew = async (mode: Mode): Promise<Value> => {
    try {
      const value = await read(mode)
      good.set(mode, { value, at: Date.now() })
      return value
    } catch (error) {
      const last = good.get(mode)
      if (last && last.at + lastGoodMs > Date.now()) {
        onFailure(error)
        return last.value
      }
      kept.delete(mode)
      throw error
    }
  }
  return (mode) => {
    const present = kept.get(mode)
    if (present && present.until > Date.now()) return present.reading
    const reading = readAnew(mode)
    kept.set(mode, { reading, until: Date.now() + freshMs })
    return reading
  }
}
