/** How far the time of an instance is from the system's, in ms; shared by its threads. */
export type MovedClock = SharedArrayBuffer

export function newMovedClock(): MovedClock {
  return new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT)
}

/** Lets it be `at` now. The time passes at its usual pace from there. */
export function moveClock(clock: MovedClock, at: Date): void {
  const moved = new Float64Array(clock)
  moved[0] = Math.round(at.getTime() - Date.now() + (moved[0] ?? 0))
}

/** Gives it the system's time again. */
export function resetClock(clock: MovedClock): void {
  new Float64Array(clock)[0] = 0
}

/** From now on, `Date` of this thread follows the clock. Timers don't. */
export function followClock(clock: MovedClock): void {
  const moved = new Float64Array(clock)
  const System = globalThis.Date
  const now = () => System.now() + (moved[0] ?? 0)
  const Moved: DateConstructor = new Proxy(System, {
    construct: (target, parameters, newTarget) =>
      Reflect.construct(
        target,
        parameters.length === 0 ? [now()] : parameters,
        newTarget === Moved ? target : newTarget,
      ),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  })
  globalThis.Date = Moved
}
