import { expect, it } from 'vitest'
import { aSession, later } from '../../../test/factories.ts'
import { enterStatus } from './enter-status.ts'

const session = aSession({ status: 'failed', sequence: 2, failureReason: 'transfers_vanished' })

it.each([
  ['pending', { sequence: 2, paidAt: null, failureReason: null }],
  ['detected', { sequence: 3, paidAt: null, failureReason: null }],
  ['failed', { sequence: 3, paidAt: null, failureReason: 'transfers_vanished' }],
  ['paid_late', { sequence: 3, paidAt: later(10), failureReason: null }],
] as const)('a session that enters %s counts its event, if it has one', (status, changes) => {
  const updatedAt = later(10)
  expect(enterStatus(session, status, later(10))).toEqual({
    ...session,
    ...changes,
    status,
    updatedAt,
  })
})
