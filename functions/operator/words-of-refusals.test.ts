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

it('go there for the form of a request, too', async () => {
  const { table, config } = await serviceFunctions()
  const cookie = await signedInAs(table, 'owner')
  const { post } = await operatorFunctions(config)
  const given = { mode: 'test', values: { accentColor: 'green' } }
  const { statusCode, body } = await post('change-settings', { cookie, body: given })
  expect(statusCode).toBe(400)
  expect(JSON.parse(body)).toMatchObject({
    error: {
      code: 'parameter_invalid',
      message: 'values.accentColor must be a color such as #0b5d4e.',
      words: { name: 'no_color', values: { param: 'values.accentColor' } },
    },
  })
})

it('are not part of the API, whose errors are as the specification says', async () => {
  const { table, config } = await serviceFunctions()
  const key = await newApiKey(table, 'test')
  const id = 'cus_01JD8Z3K000000000000000000'
  const { body } = await invokeApi(getCustomer(config), { path: '/customers/{id}', id, key })
  const { error } = JSON.parse(body)
  expect(Object.keys(error).sort()).toEqual(['code', 'message', 'requestId', 'type'])
})
