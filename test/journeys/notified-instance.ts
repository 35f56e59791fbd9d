import { DeleteMessageCommand, ReceiveMessageCommand, type SQSClient } from '@aws-sdk/client-sqs'
import type { APIGatewayProxyEvent, Context, SQSEvent } from 'aws-lambda'
import { onTestFinished } from 'vitest'
import * as z from 'zod'
import { serve as createSession } from '../../functions/api/create-checkout-session.ts'
import { serve as getSession } from '../../functions/api/get-checkout-session.ts'
import { serve as receiveNotification } from '../../functions/intake/receive-chain-notification.ts'
import { serve as scanAddresses } from '../../functions/queues/scan-addresses.ts'
import { serve as syncNotifiers } from '../../functions/schedules/sync-notifiers.ts'
import { serve as recheckPayment } from '../../functions/timers/recheck-payment.ts'
import { functions } from '../../infra/functions.ts'
import { processedMessages, sqsEvent } from '../../infra/local/events/sqs-event.ts'
import type { Invocation } from '../../infra/local/functions/invocation.ts'
import { startGateway } from '../../infra/local/gateway/gateway.ts'
import { routesOf } from '../../infra/local/gateway/route.ts'
import type { HttpService } from '../../infra/local/http-service.ts'
import type { Notifier } from '../../shared/chain/rules/notifier.ts'
import { lambdaContext } from '../api-event.ts'
import { localMachines } from '../faults/local-machines.ts'
import { knowPrice } from '../known-price.ts'
import { operatorNetworks, standIn, startPublicChain } from '../operator-networks.ts'
import { newApiKey, saveBaseUrl, saveWallet } from '../saved-instance.ts'
import { testQueues } from '../test-queues.ts'
import { chainId, vendors } from './notifier-vendors.ts'

/**
 * An instance that was set up and has no networks and no notifier, behind a gateway, with stand-ins of a provider and of a
 * notifier on a chain of its own. Nothing runs by itself: no schedule, no timer and no checkout page.
 */
export async function notifiedInstance(notifier: Notifier) {
  await localMachines()
  const queues = await testQueues()
  const chain = await startPublicChain(chainId)
  const vendor = await vendors[notifier](chain.rpcUrl)
  const providers = standIn(chain.rpcUrl, { [chainId]: 'base-sepolia' })
  const hosts = { NOTIFIER_HOSTS: JSON.stringify({ [notifier]: vendor.baseUrl }) }
  const instance = await operatorNetworks({ ...queues.variables, ...hosts }, providers)
  const { table, config, run } = instance
  const gateway = await serveOverHttp({
    'create-checkout-session': createSession(config),
    'get-checkout-session': getSession(config),
    'receive-chain-notification': receiveNotification(config),
  })
  await saveBaseUrl(table, gateway.url)
  await saveWallet(table, config)
  await knowPrice(table, 'ETH/USD', '2500')
  const [scan, sync, recheck] = [
    scanAddresses(config),
    syncNotifiers(config),
    recheckPayment(config),
  ]
  return {
    chain,
    vendor,
    run,
    table,
    apiKey: await newApiKey(table, 'test'),
    baseUrl: gateway.url,
    sync: () => sync({ mode: 'test' }),
    recheck: (sessionId: string) => recheck({ mode: 'test', sessionId }),
    /** Does what the queue of scans has; what failed stays on it. */
    scanQueued: () => consumeScans(queues, scan),
  }
}

type Handler = (event: APIGatewayProxyEvent, context: Context) => Promise<unknown>

async function serveOverHttp(handlers: Readonly<Record<string, Handler>>): Promise<HttpService> {
  const invoke = async (name: string, event: unknown): Promise<Invocation> => {
    const request = z.custom<APIGatewayProxyEvent>().parse(event)
    const response = await handlers[name]?.(request, lambdaContext())
    return { outcome: 'answered', payload: JSON.stringify(response) }
  }
  const routes = routesOf(functions).filter(({ functionName }) => functionName in handlers)
  const gateway = await startGateway(
    { host: { invoke }, routes, pages: new Map(), now: () => new Date(), onProblem: () => {} },
    { port: 0 },
  )
  onTestFinished(gateway.close)
  return gateway
}

async function consumeScans(
  { sqs, scansUrl: QueueUrl }: { sqs: SQSClient; scansUrl: string },
  scan: (event: SQSEvent) => Promise<unknown>,
): Promise<void> {
  const received = await sqs.send(
    new ReceiveMessageCommand({ QueueUrl, VisibilityTimeout: 0, MaxNumberOfMessages: 10 }),
  )
  const messages = received.Messages ?? []
  if (messages.length === 0) return
  const response = await scan(sqsEvent('scans-test', messages))
  for (const { ReceiptHandle } of processedMessages(messages, JSON.stringify(response))) {
    await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }))
  }
}
