import { expect, it } from 'vitest'
import { moveChecks } from './move-health.ts'

const nothing = { stop: undefined, isCopy: false, moved: undefined, missing: null }

it('says that restore has to run, until it has begun', () => {
  expect(moveChecks(nothing)).toEqual([])
  expect(moveChecks({ ...nothing, isCopy: true })).toMatchObject([
    { state: 'bad', reason: 'restore_not_run' },
  ])
  const stop = { stoppedAt: new Date(0) }
  expect(moveChecks({ ...nothing, isCopy: true, stop })).toMatchObject([
    { state: 'bad', reason: 'intake_stopped' },
  ])
})

it('says what a move has not ended, and what is not entered again', () => {
  const stop = { stoppedAt: new Date(0) }
  expect(moveChecks({ ...nothing, stop })[0]?.details).toEqual({
    since: stop.stoppedAt.toISOString(),
  })
  const missing = {
    ...{
      walletIds: ['wallet-1'],
      chains: ['Base'],
      notifiers: ['alchemy'],
      providers: ['moonpay'],
    },
  }
  const checks = moveChecks({ ...nothing, moved: { endedAt: null }, missing })
  expect(checks.map(({ state, reason, of }) => [state, reason, of])).toEqual([
    ['bad', 'import_not_ended', ''],
    ['bad', 'left_out_wallet', 'wallet-1'],
    ['bad', 'left_out_network', 'Base'],
    ['warn', 'left_out_notifier', 'alchemy'],
    ['warn', 'left_out_provider', 'moonpay'],
  ])
  expect(moveChecks({ ...nothing, moved: { endedAt: new Date(0) } })).toEqual([])
})
