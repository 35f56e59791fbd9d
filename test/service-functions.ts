import type { APIGatewayProxyEvent, Context } from 'aws-lambda'
import { onTestFinished } from 'vitest'
import { machineArn } from '../infra/local/aws/step-functions/arns.ts'
import type { HttpResponse } from '../shared/http/http-message.ts'
import { type Config, configOf } from '../shared/kernel/operation/config.ts'
import type { Table } from '../shared/kernel/store/table.ts'
import { type ApiCall, apiEvent, lambdaContext } from './api-event.ts'
import { forgetParameters, localAws, nowhere } from './local-aws.ts'
import { type NodesByChain, saveNetworks } from './saved-networks.ts'
import { startTestTable } from './test-table.ts'

export type ServiceFunctions = {
  table: Table
  /** The argument of the entry files' `serve`. */
  config: Config
  /** For functions of another process. */
  environment: Readonly<Record<string, string>>
}

const localNodes: NodesByChain = { 31337: [nowhere], 31338: [nowhere] }

/**
 * A table with nothing but the local networks, and a configuration that uses it. Queues, state machines and, unless
 * given, nodes are unreachable.
 */
export async function serviceFunctions(
  variables: Readonly<Record<string, string>> = {},
  nodes: NodesByChain = localNodes,
): Promise<ServiceFunctions> {
  const { stop, ...service } = await startServiceFunctions(variables, nodes)
  onTestFinished(stop)
  return service
}

/** For a file of tests, which has to stop it. */
export async function startServiceFunctions(
  variables: Readonly<Record<string, string>> = {},
  nodes: NodesByChain = localNodes,
): Promise<ServiceFunctions & { stop: () => Promise<void> }> {
  const { keyId, variables: sdkVariables } = await localAws()
  forgetParameters()
  const { table, stop } = await startTestTable()
  const environment = {
    ...sdkVariables,
    TABLE_NAME: table.name,
    KMS_KEY_ID: keyId,
    SEEN_PAYOUT_WALLETS_PATH: '/seen/',
    NODES_ALLOW_LOOPBACK: 'on',
    SCANS_LIVE_QUEUE_URL: nowhere,
    SCANS_TEST_QUEUE_URL: nowhere,
    WEBHOOK_DELIVERIES_LIVE_QUEUE_URL: nowhere,
    WEBHOOK_DELIVERIES_TEST_QUEUE_URL: nowhere,
    WEBHOOK_DELIVERIES_LIVE_DEAD_QUEUE_URL: nowhere,
    WEBHOOK_DELIVERIES_TEST_DEAD_QUEUE_URL: nowhere,
    RELEASE: '1.2.3 1a2b3c4',
    SESSION_TIMER_ARN: machineArn('session-timer'),
    PAYMENT_CONFIRMATION_ARN: machineArn('payment-confirmation'),
    REFRESH_PRICES_FUNCTION: 'refresh-prices',
    VERIFY_PROOF_FUNCTION: 'verify-proof',
    AWS_ENDPOINT_URL_LAMBDA: nowhere,
    ...variables,
  }
  const config = configOf(environment)
  if (Object.keys(nodes).length > 0) await saveNetworks(table, config, nodes)
  return { table, config, environment, stop }
}

type ApiFunction = (event: APIGatewayProxyEvent, context: Context) => Promise<HttpResponse>

/** Calls an API function as API Gateway does. */
export function invokeApi(handler: ApiFunction, call: ApiCall): Promise<HttpResponse> {
  return handler(apiEvent(call), lambdaContext())
}
