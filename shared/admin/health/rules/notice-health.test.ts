import { expect, it } from 'vitest'
import { noticeChecks } from './notice-health.ts'

const works = { kind: 'mail', problem: null, failingSince: null, offSince: null } as const
const fails = {
  ...works,
  kind: 'slack',
  problem: { code: 'refused', said: '404 no_service' },
  failingSince: new Date(0),
} as const
const at = new Date(0)

it.each([
  ['nobody', [], []],
  ['one that works', [works], [['ok', 'notices_arrive', '']]],
  ['one that its owner turned off', [{ ...works, offSince: at }], []],
  ['one that fails', [works, fails], [['warn', 'notices_failing', 'slack']]],
  [
    'one that failed for three days',
    [{ ...fails, offSince: at }],
    [['warn', 'notices_off', 'slack']],
  ],
])('of %s', (_, destinations, expected) => {
  const found = noticeChecks(destinations).map(({ state, reason, of }) => [state, reason, of])
  expect(found).toEqual(expected)
})
