import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startJsonService } from '../infra/local/aws/json-service.ts'
import { startKms } from '../infra/local/aws/kms/start-kms.ts'
import { startSsm } from '../infra/local/aws/ssm/start-ssm.ts'
import { testCaller } from '../infra/local/aws/test-data-dir.ts'
import { kmsPurposes } from '../shared/kernel/operation/touches.ts'
import { reachDirectly } from './aws-calls.ts'
import { dynamodbUrl, setSdkVariables } from './config.ts'
import { handleOf } from './in-process.ts'
import { memoryDynamodb } from './memory-dynamodb.ts'
import { memoryParameters } from './memory-parameters.ts'

const { accessKeyId, secretAccessKey } = testCaller.credentials

/** A URL that refuses connections. */
export const nowhere = 'http://127.0.0.1:9'

export type LocalAws = {
  keyId: string
  /** Variables that point the AWS SDK to them; this process's own clients already use them. */
  variables: Readonly<Record<string, string>>
}

const parameters = memoryParameters()
export const forgetParameters = parameters.clear

let started: Promise<LocalAws> | undefined

/** DynamoDB, with the tables of `testTable`, KMS and parameters for all functions in this process; no other service is reached. */
export function localAws(): Promise<LocalAws> {
  started ??= start()
  return started
}

async function start(): Promise<LocalAws> {
  const [url, kms, ssm] = await Promise.all([
    dynamodbUrl ?? serveDynamodb(),
    startTestKms(),
    startTestSsm(),
  ])
  const variables = {
    AWS_REGION: testCaller.region,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_MAX_ATTEMPTS: '1',
    AWS_ENDPOINT_URL: nowhere,
    AWS_ENDPOINT_URL_DYNAMODB: url,
    AWS_ENDPOINT_URL_KMS: kms.url,
    AWS_ENDPOINT_URL_SSM: ssm.url,
  }
  setSdkVariables(variables)
  return { keyId: kms.keyId, variables }
}

async function serveDynamodb(): Promise<string> {
  const { url } = await startJsonService({
    port: 0,
    handle: ({ operation, body }) => memoryDynamodb.handle(operation, body),
  })
  reachDirectly(url, handleOf(memoryDynamodb))
  return url
}

async function startTestKms() {
  const dataDir = await mkdtemp(join(tmpdir(), 'quittance-'))
  const test = { secretAccessKey, name: 'test', encrypts: kmsPurposes, decrypts: kmsPurposes }
  const kms = await startKms({ dataDir, port: 0, callers: new Map([[accessKeyId, test]]) })
  // It has read its key by now.
  await rm(dataDir, { recursive: true })
  return kms
}

function startTestSsm() {
  const actions = ['ssm:GetParameter', 'ssm:PutParameter'] as const
  const test = { secretAccessKey, name: 'test', actions }
  return startSsm({ parameters, port: 0, callers: new Map([[accessKeyId, test]]) })
}
