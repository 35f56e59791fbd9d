import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { afterEach, expect, it } from 'vitest'
import { followClock, moveClock, newMovedClock, resetClock } from './moved-clock.ts'

const System = globalThis.Date
afterEach(() => {
  globalThis.Date = System
})

it('lets a thread live at another time, and return to the system’s', () => {
  const clock = newMovedClock()
  followClock(clock)
  const past = new Date('2026-01-01T00:00:00Z')
  moveClock(clock, past)
  expect(Date.now() - past.getTime()).toBeLessThan(1000)
  expect(new Date().toISOString()).toMatch(/^2026-01-01T00:00:0/)
  moveClock(clock, new Date('2026-02-01T00:00:00Z'))
  expect(new Date().toISOString()).toMatch(/^2026-02-01T00:00:0/)
  resetClock(clock)
  expect(Math.abs(Date.now() - System.now())).toBeLessThan(1000)
})

it('leaves dates what they are', () => {
  followClock(newMovedClock())
  class Later extends Date {}
  expect(new System(0)).toBeInstanceOf(Date)
  expect(new Date(0)).toBeInstanceOf(System)
  expect(new Later(0)).toBeInstanceOf(Later)
  expect(new Date(2026, 0, 2)).toEqual(new System(2026, 0, 2))
  expect(Date.parse('2026-01-01T00:00:00Z')).toBe(Date.UTC(2026, 0, 1))
})

it('is shared with other threads, and does not change how long a process has run', async () => {
  const clock = newMovedClock()
  new Float64Array(clock)[0] = -1e9
  const code = `
    const { parentPort, workerData } = require('node:worker_threads')
    parentPort.postMessage([new Float64Array(workerData)[0], process.uptime()])`
  const [[moved, uptime]] = await once(
    new Worker(code, { eval: true, workerData: clock }),
    'message',
  )
  expect(moved).toBe(-1e9)
  expect(Math.abs(uptime - process.uptime())).toBeLessThan(5)
})
