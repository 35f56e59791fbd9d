import { expect, it } from 'vitest'
import { operatorFunctions } from '../../test/operator-functions.ts'
import { newApiKey } from '../../test/saved-instance.ts'
import { invokeApi, serviceFunctions } from '../../test/service-functions.ts'
import { signedInAs } from '../../test/signed-in.ts'
import { serve as getCustomer } from '../api/get-customer.ts'

const unknown = 'si_01JD8Z3K000000000000000000'

it('go to the dashboard as a name and values, besides the English sentence', async () => {
  const { table, config } = await serviceFunctions()
  const cookie = await signedInAs(table, 'owner')
  const { post } = await operatorFunctions(config)
  const { statusCode, body } = await post('end-sign-in', { cookie, body: { id: unknown } })
  expect(statusCode).toBe(404)
  expect(JSON.parse(body)).toMatchObject({
    error: {
      code: 'resource_not_found',
      message: 'You have no such sign-in, or it has ended.',
      words: { name: 'sign_in_ended', values: {} },
    },
  })
})

it.each([
  {
    what: 'the form of a request',
    body: { mode: 'test', values: { accentColor: 'green' } },
    code: 'parameter_invalid',
    message: 'values.accentColor must be a color such as #0b5d4e.',
    words: { name: 'no_color', values: { param: 'values.accentColor' } },
  },
  {
    what: 'text that is not safe',
    body: { mode: 'test', values: { statementName: '\ud83d' } },
    code: 'parameter_invalid',
    message: 'values.statementName has half of a Unicode surrogate pair; send whole characters.',
    words: { name: 'half_character', values: { param: 'values.statementName' } },
  },
  {
    what: 'a body that is too large',
    body: { mode: 'test', values: { statementName: 'a'.repeat(257 * 1024) } },
    code: 'body_too_large',
    message: 'The body may have at most 256 KiB. Send less.',
    words: { name: 'body_too_large', values: { most: 256 } },
  },
])('go there for $what, too', async ({ body: given, code, message, words }) => {
  const { table, config } = await serviceFunctions()
  const cookie = await signedInAs(table, 'owner')
  const { post } = await operatorFunctions(config)
  const { statusCode, body } = await post('change-settings', { cookie, body: given })
  expect(statusCode).toBeGreaterThanOrEqual(400)
  expect(JSON.parse(body)).toMatchObject({ error: { code, message, words } })
})

it('are not part of the API, whose errors are as the specification says', async () => {
  const { table, config } = await serviceFunctions()
  const key = await newApiKey(table, 'test')
  const id = 'cus_01JD8Z3K000000000000000000'
  const { body } = await invokeApi(getCustomer(config), { path: '/customers/{id}', id, key })
  const { error } = JSON.parse(body)
  expect(Object.keys(error).sort()).toEqual(['code', 'message', 'requestId', 'type'])
})
