import { expect, it } from 'vitest'
import { intakeStopped } from './intake-stopped.ts'

it('what is refused during a restore may be repeated in a minute', () => {
  expect(intakeStopped()).toMatchObject({ code: 'intake_stopped', retryAfterSeconds: 60 })
  expect(intakeStopped().message).toContain('Try again in a minute.')
})
