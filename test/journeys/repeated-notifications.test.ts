import { afterAll, beforeAll } from 'vitest'
import { type RunningInstance, startInstance } from '../instance.ts'
import { notificationJourney } from './notification-journey.ts'

let instance: RunningInstance

beforeAll(async () => {
  instance = await startInstance({
    env: { RECHECK_DELAY_SECONDS: '2', CONFIRMATIONS: '2', BLOCK_TIME_SECONDS: '1' },
  })
})

afterAll(() => instance.stop())

notificationJourney(() => instance, 100)
