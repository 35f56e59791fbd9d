import { expect, it } from 'vitest'
import type { Invocation } from '../functions/invocation.ts'
import { runSchedule } from './run-schedule.ts'

const done: Invocation = { outcome: 'answered', payload: 'null' }
const now = () => new Date('2026-11-27T09:41:00Z')

/** Waits for this many timers of 1 ms. Each fires after the timers of a schedule that started earlier. */
async function ticks(count: number): Promise<void> {
  const all = Promise.withResolvers<void>()
  let seen = 0
  const timer = setInterval(() => ++seen === count && all.resolve(), 1)
  await all.promise
  clearInterval(timer)
}

it('runs repeatedly, with the event of EventBridge', async () => {
  const events: unknown[] = []
  const thrice = Promise.withResolvers<void>()
  const invoke = async (_: string, event: unknown) => {
    if (events.push(event) === 3) thrice.resolve()
    return done
  }
  const schedule = { functionName: 'relay', everySeconds: 0.005, alsoAtStart: false }
  const running = runSchedule({ invoke, now }, schedule)
  expect(events).toEqual([])
  await thrice.promise
  await running.stop()
  expect(events[0]).toMatchObject({
    'detail-type': 'Scheduled Event',
    time: '2026-11-27T09:41:00.000Z',
  })
})

it('also runs at the start if it should, and never twice at a time', async () => {
  let runs = 0
  const release = Promise.withResolvers<Invocation>()
  const invoke = () => {
    runs++
    return release.promise
  }
  const schedule = { functionName: 'relay', everySeconds: 0.001, alsoAtStart: true }
  const running = runSchedule({ invoke, now }, schedule)
  expect(runs).toBe(1)
  await ticks(20)
  expect(runs).toBe(1)
  release.resolve(done)
  await running.stop()
})

it('runs once if its clock was moved by many of its intervals', async () => {
  let reads = 0
  const moved = new Date(now().getTime() + 8 * 86_400_000)
  const ran = Promise.withResolvers<number>()
  let runs = 0
  const invoke = async () => {
    runs++
    ran.resolve(reads)
    return done
  }
  const schedule = { functionName: 'retire-networks', everySeconds: 86_400, alsoAtStart: false }
  const clock = () => (++reads > 5 ? moved : now())
  const running = runSchedule({ invoke, now: clock }, { ...schedule, longestSleepMs: 1 })
  expect(await ran.promise).toBeGreaterThan(5)
  await running.stop()
  expect(runs).toBe(1)
})

it('runs again after a run during which its clock was moved', async () => {
  let at = now()
  const twice = Promise.withResolvers<void>()
  const seen: Date[] = []
  const invoke = async () => {
    seen.push(at)
    if (seen.length === 2) twice.resolve()
    at = new Date(at.getTime() + 2 * 3_600_000)
    await ticks(20)
    return done
  }
  const schedule = { functionName: 'time to live', everySeconds: 3_600, alsoAtStart: true }
  const running = runSchedule({ invoke, now: () => at }, { ...schedule, longestSleepMs: 1 })
  await twice.promise
  await running.stop()
  expect(seen[1]).toEqual(new Date(now().getTime() + 2 * 3_600_000))
})

it('waits for the last run when it stops', async () => {
  const release = Promise.withResolvers<Invocation>()
  const schedule = { functionName: 'relay', everySeconds: 60, alsoAtStart: true }
  const running = runSchedule({ invoke: () => release.promise, now }, schedule)
  let hasStopped = false
  const stopping = running.stop().then(() => {
    hasStopped = true
  })
  await new Promise(setImmediate)
  expect(hasStopped).toBe(false)
  release.resolve(done)
  await stopping
})
