import { InvokeCommand, type InvokeCommandInput, LambdaClient } from '@aws-sdk/client-lambda'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isSignedBy } from '../aws/verify-signature.ts'
import type { HttpService } from '../http-service.ts'
import type { Invocation } from './invocation.ts'
import { type SignedCall, startInvokeApi } from './invoke-api.ts'

const operator = { accessKeyId: 'AKIAOPERATOR', secretAccessKey: 'correct' }
const invoked: { name: string; event: unknown }[] = []
const outcomes: Record<string, Invocation> = {
  'operator-keys': { outcome: 'answered', payload: '{"key":"ck_test_1"}' },
  'operator-setup': {
    outcome: 'failed',
    error: { errorType: 'ServiceError', errorMessage: 'no', trace: [] },
  },
}

let api: HttpService
beforeAll(async () => {
  const host = {
    has: (name: string) => name in outcomes,
    invoke: async (name: string, event: unknown) => {
      invoked.push({ name, event })
      return outcomes[name] ?? { outcome: 'answered' as const, payload: 'null' }
    },
  }
  const deps = {
    host,
    isAllowed: ({ request, body }: SignedCall) => isSignedBy(request, body, operator),
    onProblem: () => {},
  }
  api = await startInvokeApi(deps, { port: 0 })
})
afterAll(() => api.close())

async function call(input: InvokeCommandInput, credentials = operator) {
  const client = new LambdaClient({
    endpoint: api.url,
    region: 'us-east-1',
    credentials,
    maxAttempts: 1,
  })
  const response = await client.send(new InvokeCommand(input)).finally(() => client.destroy())
  const text = response.Payload?.transformToString()
  return {
    status: response.StatusCode,
    functionError: response.FunctionError,
    payload: text ? JSON.parse(text) : undefined,
  }
}

it('invokes a function for the AWS SDK', async () => {
  const Payload = JSON.stringify({ operation: 'list-api-keys' })
  const result = await call({ FunctionName: 'operator-keys', Payload })
  expect(result).toEqual({ status: 200, functionError: undefined, payload: { key: 'ck_test_1' } })
  expect(invoked.at(-1)).toEqual({ name: 'operator-keys', event: { operation: 'list-api-keys' } })
})

it('accepts an ARN, and no payload', async () => {
  const arn = 'arn:aws:lambda:us-east-1:000000000000:function:operator-keys'
  expect((await call({ FunctionName: arn })).status).toBe(200)
  expect(invoked.at(-1)).toEqual({ name: 'operator-keys', event: {} })
})

it('marks a function’s own error', async () => {
  expect(await call({ FunctionName: 'operator-setup', Payload: '{}' })).toEqual({
    status: 200,
    functionError: 'Unhandled',
    payload: { errorType: 'ServiceError', errorMessage: 'no', trace: [] },
  })
})

it('responds to an Event invocation before it completes', async () => {
  const result = await call({ FunctionName: 'operator-keys', InvocationType: 'Event' })
  expect(result.status).toBe(202)
})

it('rejects an unknown function', async () => {
  await expect(call({ FunctionName: 'sweep' })).rejects.toMatchObject({
    name: 'ResourceNotFoundException',
  })
})

it('runs nothing for other credentials, or none', async () => {
  const before = invoked.length
  const wrong = { ...operator, secretAccessKey: 'wrong' }
  await expect(call({ FunctionName: 'operator-keys' }, wrong)).rejects.toMatchObject({
    name: 'AccessDeniedException',
  })
  const path = '/2015-03-31/functions/operator-keys/invocations'
  const unsigned = await fetch(`${api.url}${path}`, { method: 'POST', body: '{}' })
  expect(unsigned.status).toBe(403)
  expect(invoked.length).toBe(before)
})
