import { expect, it } from 'vitest'
import { logLines } from '../../test/log-lines.ts'
import { invokeApi, newApiKey } from '../../test/service-functions.ts'
import { tillFunctions } from '../../test/till-functions.ts'

it('a line about a request has the id that its caller is told, the function and the mode', async () => {
  await tillFunctions({ wallet: false })
  const key = await newApiKey('live')
  const written = logLines()
  const { apiHandler } = await import('./api-handler.ts')
  const { apiDeps } = await import('../deps/api-deps.ts')
  const { endpoints } = await import('../../shared/openapi/endpoints.ts')
  const failing = apiHandler(endpoints.getCheckoutSession, apiDeps(), () =>
    Promise.reject(new Error('a bug')),
  )
  const id = 'cs_01JD8Z3K000000000000000000'
  const answer = await invokeApi(failing, { path: '/checkout_sessions/{id}', id, key })
  expect(answer.statusCode).toBe(500)
  expect(written.lines()).toMatchObject([
    {
      level: 'ERROR',
      message: 'request failed',
      function: 'under-test',
      requestId: answer.headers['X-Request-Id'],
      mode: 'live',
      sessionId: id,
      resource: '/api/v1/checkout_sessions/{id}',
      error: { message: 'a bug' },
    },
  ])
})
