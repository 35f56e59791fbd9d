import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { APIGatewayProxyEvent, Context } from 'aws-lambda'
import { onTestFinished, vi } from 'vitest'
import * as z from 'zod'
import { kmsPurposes } from '../infra/function-row.ts'
import { startDynamodb } from '../infra/local/aws/dynamodb/start-dynamodb.ts'
import { startKms } from '../infra/local/aws/kms/start-kms.ts'
import { createTableIfMissing } from '../infra/local/aws/table.ts'
import { testCaller, testDataDir } from '../infra/local/aws/test-data-dir.ts'
import { scopes } from '../shared/api-keys/rules/scopes.ts'
import type { HttpResponse } from '../shared/http/http-message.ts'
import type { Mode } from '../shared/kernel/mode.ts'
import type { Table } from '../shared/kernel/store/table.ts'
import { transact } from '../shared/kernel/store/transact.ts'
import { settingsUpdate } from '../shared/settings/store/settings.ts'
import { type ApiCall, apiEvent, lambdaContext } from './api-event.ts'

const tableName = 'quittance'
const { accessKeyId, secretAccessKey } = testCaller.credentials
const nowhere = 'http://127.0.0.1:9'

/** A table and a key of their own, and an environment in which the functions' entry files find them. */
export async function serviceFunctions(
  variables: Record<string, string> = {},
): Promise<{ table: Table; environment: Record<string, string> }> {
  const dataDir = await testDataDir()
  const dynamodb = await startDynamodb({ dataDir, port: 0 })
  const callers = new Map([
    [accessKeyId, { secretAccessKey, name: 'test', encrypts: kmsPurposes, decrypts: kmsPurposes }],
  ])
  const kms = await startKms({ dataDir, port: 0, callers })
  const client = new DynamoDBClient({ ...testCaller, endpoint: dynamodb.url })
  await createTableIfMissing(client, tableName)
  const environment = setEnvironment({
    AWS_ENDPOINT_URL_DYNAMODB: dynamodb.url,
    AWS_ENDPOINT_URL_KMS: kms.url,
    KMS_KEY_ID: kms.keyId,
    ...variables,
  })
  onTestFinished(async () => {
    vi.unstubAllEnvs()
    client.destroy()
    await Promise.all([dynamodb.close(), kms.close()])
  })
  return { table: { client: DynamoDBDocumentClient.from(client), name: tableName }, environment }
}

/** Entry files read their environment when they are loaded, so each test loads them anew. */
function setEnvironment(variables: Record<string, string>): Record<string, string> {
  vi.resetModules()
  const all = {
    AWS_REGION: testCaller.region,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_ENDPOINT_URL_SFN: nowhere,
    AWS_MAX_ATTEMPTS: '1',
    // Only what went wrong, since it is beside what the tests say.
    POWERTOOLS_LOG_LEVEL: 'WARN',
    TABLE_NAME: tableName,
    SESSION_TIMER_ARN: 'arn:aws:states:us-east-1:000000000000:stateMachine:session-timer',
    FIAT_CURRENCIES: 'EUR,USD',
    CHAIN_IDS: '31337,31338',
    CHAIN_RPC_URLS: JSON.stringify({ 31337: [nowhere], 31338: [nowhere] }),
    ...variables,
  }
  for (const [name, value] of Object.entries(all)) vi.stubEnv(name, value)
  return all
}

type ApiFunction = (event: APIGatewayProxyEvent, context: Context) => Promise<HttpResponse>

/** An API key with all scopes, from the operator's function. */
export async function newApiKey(mode: Mode): Promise<string> {
  const { handler } = await import('../functions/operator/keys.ts')
  const created = await handler({ command: 'create', mode, name: 'shop', scopes })
  return z.object({ key: z.string() }).parse(created).key
}

/** Stores the address under which the instance is reached, as set-up does. */
export async function saveBaseUrl(table: Table, baseUrl: string): Promise<void> {
  await transact(table, [settingsUpdate('test', { baseUrl }), settingsUpdate('live', { baseUrl })])
}

/** Calls an API function as API Gateway does. */
export function invokeApi(handler: ApiFunction, call: ApiCall): Promise<HttpResponse> {
  return handler(apiEvent(call), lambdaContext())
}
