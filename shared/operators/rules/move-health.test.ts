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
