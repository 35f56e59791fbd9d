/** Limits how many callers enter at a time for each key. */
export type Turnstile = {
  /** Resolves to a function that leaves again, or to undefined if the caller could not enter. */
  enter: (key: string) => Promise<(() => void) | undefined>
}

type TurnstileOptions = { places: (key: string) => number; line: number; patienceMs: number }

type Gate = {
  inside: number
  line: Array<() => void>
  /** A caller waited in vain, and none has left since. */
  isStuck: boolean
}

/**
 * Lets `places` callers in at a time for each key. Up to `line` others wait for `patienceMs` at most, and none waits
 * while the line is stuck. It covers only this process, and saves it from querying the table for slots that it holds
 * itself.
 */
export function openTurnstile({ places, line, patienceMs }: TurnstileOptions): Turnstile {
  const gates = new Map<string, Gate>()

  function leave(key: string, gate: Gate): void {
    gate.isStuck = false
    const next = gate.line.shift()
    // The next caller takes over the place.
    if (next) next()
    else gate.inside -= 1
    if (gate.inside === 0) gates.delete(key)
  }

  function turnComes(gate: Gate): Promise<boolean> {
    return new Promise((settle) => {
      const timer = setTimeout(() => {
        gate.line.splice(gate.line.indexOf(take), 1)
        gate.isStuck = true
        settle(false)
      }, patienceMs)
      const take = () => {
        clearTimeout(timer)
        settle(true)
      }
      gate.line.push(take)
    })
  }

  return {
    enter: async (key) => {
      const gate = gates.get(key) ?? { inside: 0, line: [], isStuck: false }
      gates.set(key, gate)
      if (gate.inside < places(key)) gate.inside += 1
      else if (gate.isStuck || gate.line.length >= line) return undefined
      else if (!(await turnComes(gate))) return undefined
      return () => leave(key, gate)
    },
  }
}
