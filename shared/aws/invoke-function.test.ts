import { expect, it } from 'vitest'
import { startCannedServer } from '../../test/canned-server.ts'
import { nowhere } from '../../test/local-aws.ts'
import { configOf } from '../kernel/operation/config.ts'
import { invokingFunctions } from './invoke-function.ts'

const path = '/2015-03-31/functions/quittance-priced/invocations'

/** Invokes a function of this name as a function of `variables` would. Returns its reply and the headers of the request. */
async function invoked(variables: (url: string) => Record<string, string>) {
  const { url, responses, requests } = await startCannedServer()
  responses.set(path, { body: '{"priced":true}' })
  const config = configOf({
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'AKIAIOSFODNN7EXAMPLE',
    AWS_SECRET_ACCESS_KEY: 'secret',
    ...variables(url),
  })
  const reply = await invokingFunctions(config)('quittance-priced', {})
  return { reply, headers: requests[0]?.headers }
}

it.each(['AWS_ENDPOINT_URL', 'AWS_ENDPOINT_URL_LAMBDA'])(
  'sends invocations to %s',
  async (name) => {
    expect(await invoked((url) => ({ [name]: url }))).toMatchObject({ reply: { priced: true } })
  },
)

it('prefers the endpoint of Lambda to that of all services', async () => {
  const { reply } = await invoked((url) => ({
    AWS_ENDPOINT_URL: nowhere,
    AWS_ENDPOINT_URL_LAMBDA: url,
  }))
  expect(reply).toEqual({ priced: true })
})

it('sends a session token, unless it is empty', async () => {
  const withToken = (AWS_SESSION_TOKEN: string) =>
    invoked((AWS_ENDPOINT_URL_LAMBDA) => ({ AWS_ENDPOINT_URL_LAMBDA, AWS_SESSION_TOKEN }))
  expect((await withToken('token')).headers).toMatchObject({ 'x-amz-security-token': 'token' })
  expect((await withToken('')).headers).not.toHaveProperty('x-amz-security-token')
})
