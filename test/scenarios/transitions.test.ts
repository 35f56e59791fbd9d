import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import type { MachineName } from '../../shared/kernel/operation/touches.ts'
import { recheckPayment } from '../../shared/merchant/checkout/recheck-payment.ts'
import { type StartTimer, watchSession } from '../../shared/merchant/checkout/watch-session.ts'
import type { CheckoutSession } from '../../shared/payments/checkout-sessions/rules/checkout-session.ts'
import { expiryPast, wakeTime } from '../../shared/payments/checkout-sessions/rules/wake-time.ts'
import { scanSession } from '../../shared/payments/ledger/scanning/scan-session.ts'
import { blockSeconds } from '../chain-fixture.ts'
import type { EngineHarness } from './engine-harness.ts'
import { taskInput, walkMachine } from './machine-walk.ts'
import { withEngine } from './with-engine.ts'

const blockTimeMs = blockSeconds * 1000
const full = 1_000_000n

let engine: EngineHarness

withEngine((started) => {
  engine = started
})

/** The service with a clock that is not on whole seconds, like a real one. */
async function service({ afterBlockMs }: { afterBlockMs: number }) {
  await engine.mine()
  let clock = new Date(engine.clock().getTime() + afterBlockMs)
  let isMining = true
  const confirmations: { id: string; at: Date }[] = []
  const timers: { at: Date; lap: number }[] = []
  const rechecks: { at: Date; lap: number }[] = []
  const startTimer: StartTimer = async (_, timer) => void timers.push(timer)
  const startRecheck: StartTimer = async (_, timer) => void rechecks.push(timer)
  const deps = {
    ...engine.deps,
    startTimer,
    startRecheck,
    now: () => clock,
    startConfirmation: async ({ id }: CheckoutSession, at: Date) => {
      confirmations.push({ id, at })
    },
  }
  const later = (seconds: number) => new Date(clock.getTime() + seconds * 1000)
  const passTo = async (time: Date) => {
    if (time <= clock) return
    clock = time
    const { timestamp } = await engine.chain.node.getBlock()
    const blocks = Math.floor((time.getTime() / 1000 - Number(timestamp)) / blockSeconds)
    if (isMining && blocks > 0) await engine.chain.mine(blocks)
  }
  return {
    deps,
    timers,
    confirmations,
    passTo,
    later,
    stopMining: () => {
      isMining = false
    },
    openSession: () => engine.openSession({ expiresAt: later(300), lateUntil: later(900) }),
    /** The states that the session's timers enter from its opening. */
    walkTimer: async ({ id, expiresAt }: CheckoutSession, pass = passTo) => {
      const task = (_: string, payload: unknown) => watchSession(deps, timerInput.parse(payload))
      timers.push({ at: expiryPast(expiresAt, { blockTimeMs, confirmations: 3 }), lap: 0 })
      return walkAll('session-timer', timers, { id, passTo: pass, task })
    },
    walkConfirmation: async ({ id, at }: { id: string; at: Date }) => {
      const task = (_: string, payload: unknown) => recheckPayment(deps, timerInput.parse(payload))
      rechecks.push({ at, lap: 0 })
      return walkAll('payment-confirmation', rechecks, { id, passTo, task })
    },
  }
}

const timerInput = taskInput.extend({ lap: z.int() })

type Started = { at: Date; lap: number }[]
type Walking = Parameters<typeof walkMachine>[2] & { id: string }

/** Runs one execution after the other, each of which may start the next one. */
async function walkAll(
  name: MachineName,
  started: Started,
  { id, ...walk }: Walking,
): Promise<string[]> {
  const entered: string[] = []
  for (;;) {
    const next = started.shift()
    if (!next) return entered
    const input = { mode: 'test', sessionId: id, lap: next.lap, waitUntil: wakeTime(next.at) }
    entered.push(...(await walkMachine(name, input, walk)))
  }
}

describe.each([0, 1, 400, 999, 5001, 9999])('%d ms after a block', (afterBlockMs) => {
  it('a session that nobody pays costs four transitions', async () => {
    const { openSession, walkTimer } = await service({ afterBlockMs })
    const session = await openSession()
    expect(await walkTimer(session)).toEqual([
      ...['UntilDeadline', 'AtDeadline'],
      ...['UntilDeadline', 'AtDeadline'],
    ])
    expect(await engine.load(session)).toMatchObject({
      status: 'expired',
      closedAt: expect.any(Date),
    })
  })

  it('a payment costs two, and two of the timer', async () => {
    const { deps, openSession, walkTimer, walkConfirmation, passTo, later, confirmations } =
      await service({ afterBlockMs })
    const session = await openSession()
    await engine.pay(session, full)
    await passTo(later(11.5))
    await scanSession(deps, { mode: 'test', sessionId: session.id })
    const [started = { id: '', at: new Date(0) }] = confirmations
    expect(await walkConfirmation(started)).toEqual(['UntilRecheck', 'Recheck'])
    expect(await engine.statusOf(session)).toBe('paid')
    expect(await walkTimer(session)).toHaveLength(2)
  })
})

describe('a chain that has stopped', () => {
  it('for a day costs few timers, and the session expires once it continues', async () => {
    const { openSession, stopMining, walkTimer, passTo, later } = await service({
      afterBlockMs: 1,
    })
    const session = await openSession()
    stopMining()
    const day = later(24 * 3600)
    const upToADay = async (time: Date) => {
      await passTo(time)
      if (time > day) await engine.chain.mine(100)
    }
    const entered = await walkTimer(session, upToADay)
    // Two states each.
    expect(entered.length).toBeLessThan(120)
    expect(await engine.statusOf(session)).toBe('expired')
  })

  it('passes the session from timer to timer, ever more slowly', async () => {
    const { openSession, stopMining, deps, timers, passTo, later } = await service({
      afterBlockMs: 1,
    })
    const session = await openSession()
    await passTo(later(330))
    const ref = { mode: 'test', sessionId: session.id } as const
    expect(await watchSession(deps, { ...ref, lap: 0 })).toMatchObject({ phase: 'grace' })
    stopMining()
    await passTo(later(620))
    const waits = []
    for (let lap = 1; lap < 13; lap++) {
      const outcome = await watchSession(deps, { ...ref, lap })
      const [{ at, lap: next } = { at: new Date(0), lap: -1 }] = timers.slice(-1)
      expect(outcome).toMatchObject({ phase: 'grace', waitUntil: wakeTime(at) })
      expect(next).toBe(lap + 1)
      waits.push(at.getTime() - deps.now().getTime())
      await passTo(at)
    }
    expect(waits[0]).toBe(2 * blockTimeMs)
    expect(waits.toSorted((a, b) => a - b)).toEqual(waits)
    expect(waits.at(-1)).toBeGreaterThan(60_000)
  })
})
