import { expect, it } from 'vitest'
import { getCheckoutSession } from '../../shared/merchant/checkout/get-checkout-session.ts'
import { logLines } from '../../test/log-lines.ts'
import { newApiKey } from '../../test/saved-instance.ts'
import { invokeApi, serviceFunctions } from '../../test/service-functions.ts'
import { merchantServices } from '../services/merchant-services.ts'
import { merchantFunction } from './merchant-function.ts'

it('a request’s log line has the caller’s request id, the function and the mode', async () => {
  const { table, config } = await serviceFunctions()
  const key = await newApiKey(table, 'live')
  const written = logLines()
  const failing = merchantFunction(
    { ...getCheckoutSession, run: () => Promise.reject(new Error('a bug')) },
    merchantServices(config),
  )
  const id = 'cs_01JD8Z3K000000000000000000'
  const response = await invokeApi(failing, { path: '/checkout_sessions/{id}', id, key })
  expect(response.statusCode).toBe(500)
  expect(written.lines()).toMatchObject([
    {
      level: 'ERROR',
      message: 'request failed',
      function: 'under-test',
      requestId: response.headers['X-Request-Id'],
      mode: 'live',
      sessionId: id,
      resource: '/api/v1/checkout_sessions/{id}',
      error: { message: 'a bug' },
    },
  ])
})
