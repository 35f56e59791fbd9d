import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import { merchantFunction } from '../functions/pipelines/merchant-function.ts'
import type { Failure } from '../shared/http/steps/error-responses.ts'
import type { DashboardGiven } from '../shared/kernel/operation/operator-operation.ts'
import type { Scope } from '../shared/kernel/scopes.ts'
import { indexKeys } from '../shared/kernel/store/index-keys.ts'
import type { Table } from '../shared/kernel/store/table.ts'
import { createPaymentLink } from '../shared/merchant/payment-links/create-payment-link.ts'
import { apiKeyAuthenticator } from '../shared/records/api-keys/authenticate-api-key.ts'
import { createApiKey } from '../shared/records/api-keys/create-api-key.ts'
import { type ApiCall, apiEvent, lambdaContext } from './api-event.ts'
import { someSettings } from './factories.ts'
import type { Given } from './given-services.ts'
import { runAsOperator } from './run-as-operator.ts'
import { seededBytes } from './seeded-bytes.ts'
import { testTable } from './test-table.ts'

/** When a fixture's clock starts: 50 s before the end of a minute. */
export const startedAt = new Date('2026-03-01T12:00:10.000Z')

/** A valid body. */
export const linkBody = { title: 'Coffee', fiatAmount: '4.50' }

const settings = someSettings()

/** `POST /payment_links` on a separate table, with a clock that the test sets. */
export async function merchantFixture({
  limit = 250,
  beforeRun = () => {},
  isStopped = (): boolean => false,
} = {}) {
  const table = await testTable()
  const failures: Failure[] = []
  let nowMs = startedAt.getTime()
  const now = () => new Date(nowMs)
  const deps = {
    table,
    now,
    randomBytes: seededBytes('merchant function'),
    settings: async () =>
      isStopped() ? { ...settings, intakeStoppedAt: startedAt.toISOString() } : settings,
    findKey: apiKeyAuthenticator({ table, now, noteUse: async () => undefined }),
    limitPerMinute: () => Promise.resolve(limit),
    onFailure: (failure: Failure) => void failures.push(failure),
    currencies: async () => ['USD'],
  }
  const handler = merchantFunction(
    {
      ...createPaymentLink,
      run: async (services, request) => {
        beforeRun()
        return createPaymentLink.run(services, request)
      },
    },
    deps,
  )
  const { key, ...apiKey } = await newApiKey(deps, 'links:write')
  return {
    deps,
    handler,
    table,
    failures,
    apiKey,
    key,
    pass: (seconds: number) => {
      nowMs += seconds * 1000
    },
    call: (changes: Partial<ApiCall> = {}) =>
      handler(
        apiEvent({ path: '/payment_links', key, body: linkBody, ...changes }),
        lambdaContext(),
      ),
    links: () => countLinks(table),
  }
}

/** Creates a test-mode API key. */
export function newApiKey(services: Given<DashboardGiven>, scope: Scope) {
  return runAsOperator(createApiKey, services, { mode: 'test', name: 'shop', scopes: [scope] })
}

async function countLinks(table: Table): Promise<number> {
  const { Count } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      IndexName: 'list',
      KeyConditionExpression: 'listPk = :pk',
      ExpressionAttributeValues: { ':pk': indexKeys.paymentLinks('test') },
    }),
  )
  return Count ?? 0
}
