import { afterAll, expect, it } from 'vitest'
import { newId, type RandomBytes, randomFraction } from '../../shared/kernel/ids.ts'
import { transact } from '../../shared/kernel/store/transact.ts'
import {
  loadCheckoutSession,
  sessionCreation,
} from '../../shared/payments/checkout-sessions/store/sessions.ts'
import { type ApplyFactDeps, applyFact } from '../../shared/payments/ledger/apply-fact.ts'
import { eventsOfSession } from '../../shared/records/outbox/store/events.ts'
import { later, policy, someSettings } from '../factories.ts'
import { seededBytes } from '../seeded-bytes.ts'
import { startTestTable } from '../test-table.ts'
import { changeBy, countedBy, newSession, type State } from './explore.ts'
import { newWorld, type Step, secondsOf, steps, viewOf } from './world.ts'

const sequences = 10_000
const stepsOfEach = 8
const partSize = 1000
const atOnce = 20

const { table, stop } = await startTestTable()

/** Steps by which only what is counted changes a session. */
const byPeople = ['provider', 'expire', 'accept', 'dismiss']
const counting = steps.filter(({ kind }) => !byPeople.includes(kind))

function anyStep(randomBytes: RandomBytes): Step {
  const step = counting[Math.floor(randomFraction(randomBytes) * counting.length)]
  return step ?? { kind: 'wait', isNoticed: true }
}

/** One history in the table, beside the same by the rules alone. Returns how many facts it applied. */
async function play(number: number): Promise<number> {
  const randomBytes = seededBytes(`stored history ${number}`)
  const name = `history ${number}`
  const session = { ...newSession(), id: newId('checkoutSession', later(0), randomBytes) }
  await transact(table, [sessionCreation(session, later(0))])
  let state: State = { world: newWorld, session }
  const events: string[] = []
  let applied = 0
  for (let n = 0; n < stepsOfEach; n++) {
    const step = anyStep(randomBytes)
    const change = changeBy(state, step, policy)
    if (!change) continue
    state = change.after
    events.push(...change.events)
    const view = viewOf(step)
    if (!view) continue
    const { moment } = state.world
    await applyFact(
      depsAt(secondsOf(moment), randomBytes),
      { mode: session.mode, sessionId: session.id },
      async () => countedBy(state.world, view),
    )
    applied += 1
  }
  const stored = await loadCheckoutSession(table, session.mode, session.id)
  const { status, received, firstSeenAt, vanishedAt, closedAt, paidAt, txHash } = state.session
  expect(stored, name).toMatchObject({
    status,
    received,
    firstSeenAt,
    vanishedAt,
    closedAt,
    paidAt,
    txHash,
    sequence: events.length,
  })
  const emitted = await eventsOfSession(table, session.mode, session.id)
  // Those of one moment are in no particular order.
  expect(emitted.map(({ type }) => type).toSorted(), name).toEqual(events.toSorted())
  expect(new Set(events).size, name).toBe(events.length)
  return applied
}

function depsAt(seconds: number, randomBytes: RandomBytes): ApplyFactDeps {
  return {
    table,
    randomBytes,
    now: () => later(seconds),
    settings: async () => someSettings({ tableName: table.name }),
    enqueueDeliveries: async () => undefined,
    startConfirmation: async () => undefined,
  }
}

let applied = 0
afterAll(async () => {
  process.stdout.write(`${sequences} histories in a real table, ${applied} facts\n`)
  await stop()
})

const parts = Array.from({ length: sequences / partSize }, (_, part) => part * partSize)

it.each(parts)(
  'histories in a real table are those of the rules, from number %i on',
  async (first) => {
    for (let number = first; number < first + partSize; number += atOnce) {
      const counts = await Promise.all(Array.from({ length: atOnce }, (_, n) => play(number + n)))
      applied += counts.reduce((sum, count) => sum + count, 0)
    }
  },
)
