import { expect, it } from 'vitest'
import type { FunctionRow } from '../../function-row.ts'
import { functionEnvironment } from './function-environment.ts'

const surroundings = {
  tableName: 'the-table',
  endpoints: {
    dynamodb: 'http://d',
    sqs: 'http://s',
    kms: 'http://k',
    ssm: 'http://p',
    sfn: 'http://f',
    lambda: 'http://l',
  },
  queueUrl: (queue: string) => `http://s/${queue}`,
  deadLetterQueueUrl: (queue: string) => `http://s/${queue}-dead`,
  release: '1.2.3 1a2b3c4',
  machineArn: (machine: string) => `arn:${machine}`,
  functionName: (name: string) => `the-${name}`,
  kmsKeyId: 'the-key',
  seenPayoutWalletsPath: '/seen/',
  policy: { SESSION_TTL_SECONDS: '20' },
}
const credential = { accessKeyId: 'AKIA', secretAccessKey: 'secret' }

const row: FunctionRow = {
  entry: 'functions/some.ts',
  trigger: { kind: 'operator', route: null },
  memoryMb: 256,
  timeoutSeconds: 5,
  touches: {},
}

function granted(touches: FunctionRow['touches']): Record<string, string> {
  const all = functionEnvironment('some', { ...row, touches }, { surroundings, credential })
  const basic = functionEnvironment('some', row, { surroundings, credential })
  return Object.fromEntries(Object.entries(all).filter(([name]) => !(name in basic)))
}

it('names the function, its credentials and the policy', () => {
  expect(functionEnvironment('some', row, { surroundings, credential })).toMatchObject({
    AWS_LAMBDA_FUNCTION_NAME: 'some',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '256',
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'AKIA',
    AWS_SECRET_ACCESS_KEY: 'secret',
    SESSION_TTL_SECONDS: '20',
  })
})

it('has only what the row says that the function touches', () => {
  expect(granted({})).toEqual({})
  expect(granted({ table: 'read' })).toEqual({
    TABLE_NAME: 'the-table',
    AWS_ENDPOINT_URL_DYNAMODB: 'http://d',
  })
  expect(granted({ sends: ['webhook-deliveries'], starts: ['session-timer'] })).toEqual({
    AWS_ENDPOINT_URL_SQS: 'http://s',
    WEBHOOK_DELIVERIES_LIVE_QUEUE_URL: 'http://s/webhook-deliveries-live',
    WEBHOOK_DELIVERIES_TEST_QUEUE_URL: 'http://s/webhook-deliveries-test',
    AWS_ENDPOINT_URL_SFN: 'http://f',
    SESSION_TIMER_ARN: 'arn:session-timer',
  })
  expect(granted({ decrypts: ['app-secrets'] })).toEqual({
    KMS_KEY_ID: 'the-key',
    AWS_ENDPOINT_URL_KMS: 'http://k',
  })
  expect(granted({ invokesItself: true })).toEqual({ AWS_ENDPOINT_URL_LAMBDA: 'http://l' })
  expect(granted({ invokes: ['refresh-prices'] })).toEqual({
    AWS_ENDPOINT_URL_LAMBDA: 'http://l',
    REFRESH_PRICES_FUNCTION: 'the-refresh-prices',
  })
})
