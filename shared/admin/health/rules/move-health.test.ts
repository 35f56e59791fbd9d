import { expect, it } from 'vitest'
import { moveChecks } from './move-health.ts'

const nothing = {
  stop: undefined,
  usedFoundAt: undefined,
  isCopy: false,
  moved: undefined,
  missing: null,
}
const now = new Date('2026-03-09T12:00:00Z')
const checksOf = (move: Parameters<typeof moveChecks>[0]) => moveChecks(move, now)

it('says for a week that deposit addresses were found in use', () => {
  const found = (at: string) => checksOf({ ...nothing, usedFoundAt: new Date(at) })
  expect(found('2026-03-02T12:00:00.001Z')).toMatchObject([
    { state: 'warn', reason: 'addresses_in_use', details: { since: '2026-03-02T12:00:00.001Z' } },
  ])
  expect(found('2026-03-02T12:00:00Z')).toEqual([])
})

it('says that restore has to run, until it has begun', () => {
  expect(checksOf(nothing)).toEqual([])
  expect(checksOf({ ...nothing, isCopy: true })).toMatchObject([
    { state: 'bad', reason: 'restore_not_run' },
  ])
  const stop = { stoppedAt: new Date(0) }
  expect(checksOf({ ...nothing, isCopy: true, stop })).toMatchObject([
    { state: 'bad', reason: 'intake_stopped' },
  ])
})

it('says what a move has not ended, and what is not entered again', () => {
  const stop = { stoppedAt: new Date(0) }
  expect(checksOf({ ...nothing, stop })[0]?.details).toEqual({
    since: stop.stoppedAt.toISOString(),
  })
  const missing = {
    walletIds: ['wallet-1'],
    chains: ['Base'],
    notifiers: ['alchemy'],
    providers: ['moonpay'],
  }
  const checks = checksOf({ ...nothing, moved: { endedAt: null }, missing })
  expect(checks.map(({ state, reason, of }) => [state, reason, of])).toEqual([
    ['bad', 'import_not_ended', ''],
    ['bad', 'left_out_wallet', 'wallet-1'],
    ['bad', 'left_out_network', 'Base'],
    ['warn', 'left_out_notifier', 'alchemy'],
    ['warn', 'left_out_provider', 'moonpay'],
  ])
  expect(checksOf({ ...nothing, moved: { endedAt: new Date(0) } })).toEqual([])
})
