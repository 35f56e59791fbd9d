import { expect, it, onTestFinished, vi } from 'vitest'
import { failedCallbacks } from '../../shared/http/store/failed-callbacks.ts'
import { storeItem } from '../../shared/kernel/store/writes.ts'
import { notifierKeys } from '../../shared/merchant/notifiers/store/keys.ts'
import { logLines } from '../../test/log-lines.ts'
import { invokeApi, serviceFunctions } from '../../test/service-functions.ts'
import { serve } from './receive-chain-notification.ts'

const call = {
  method: 'POST',
  path: '/api/chain/notifications/{id}',
  id: 'alchemy',
  body: {},
} as const

it('counts for Doctor what fails on our side, and no forgery', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T12:00:00Z') })
  onTestFinished(() => void vi.useRealTimers())
  const { table, config } = await serviceFunctions()
  const notify = async () => (await invokeApi(serve(config), call)).statusCode
  expect(await notify()).toBe(401)
  expect(await failedCallbacks(table, new Date())).toBe(0)
  await storeItem(table, { ...notifierKeys.notifierKey('alchemy', 'wh_1'), ofAnEarlierShape: true })
  const log = logLines()
  expect([await notify(), await notify()]).toEqual([500, 500])
  expect(log.text()).toContain('request failed')
  expect(await failedCallbacks(table, new Date())).toBe(2)
})
