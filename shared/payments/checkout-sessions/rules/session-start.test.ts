import { expect, it } from 'vitest'
import { createdAt, later } from '../../../../test/factories.ts'
import { sessionStart } from './session-start.ts'

const blockTimeMs = 3000

it.each([
  { clocks: 'agree', now: later(30), headTime: later(28), start: later(-1) },
  { clocks: 'differ by a minute', now: later(90), headTime: later(30), start: later(-60) },
  { clocks: 'differ, the chain’s ahead', now: later(30), headTime: later(90), start: later(-1) },
  { clocks: 'differ, ours set back', now: later(-10), headTime: later(-10), start: later(-910) },
  { clocks: 'have just begun', now: later(0), headTime: later(0), start: later(-1) },
  { clocks: 'can’t tell yet', now: later(30), headTime: later(-1), start: undefined },
])('money is old by its block’s time where clocks $clocks', ({ now, headTime, start }) => {
  expect(sessionStart(createdAt, { now, headTime, blockTimeMs })).toEqual(start)
})

it('a session that began within a second may be paid in a block of that second', () => {
  const opened = new Date(createdAt.getTime() + 999)
  const clocks = { now: later(2), headTime: later(1), blockTimeMs: 0 }
  expect(sessionStart(opened, clocks)).toEqual(createdAt)
})
