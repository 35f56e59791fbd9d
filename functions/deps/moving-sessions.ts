import { randomBytes } from 'node:crypto'
import { SQSClient } from '@aws-sdk/client-sqs'
import { openTable } from '../../shared/store/table.ts'
import { enqueueDeliveries } from '../../shared/use-cases/enqueue-deliveries.ts'
import type { LookAtClosedAddressesDeps } from '../../shared/use-cases/look-at-closed-addresses.ts'
import type { WatchDeps } from '../../shared/use-cases/watch-session.ts'
import { config } from '../config.ts'
import { depositUnmatched, operatorAlerted, sessionChanged } from '../log/session-news.ts'
import { enabledChains } from './enabled-chains.ts'
import { settingsOf } from './settings-of.ts'
import { startExecution } from './start-execution.ts'

/** What the functions need that scan addresses and move sessions. */
export function movingSessions(): WatchDeps & LookAtClosedAddressesDeps {
  const table = openTable(config('TABLE_NAME'))
  const chains = enabledChains()
  const queue = { sqs: new SQSClient(), queueUrl: config('WEBHOOK_DELIVERIES_QUEUE_URL') }
  const machineArn = config('PAYMENT_CONFIRMATION_ARN')
  return {
    table,
    now: () => new Date(),
    randomBytes,
    settings: settingsOf(table),
    chain: chains.client,
    chains: chains.clientsOf,
    alert: operatorAlerted,
    onChange: sessionChanged,
    onUnmatched: depositUnmatched,
    blockTimeMs: (chainId) => chains.client(chainId).chain.blockTimeMs,
    enqueueDeliveries: (deliveries) => enqueueDeliveries(queue, deliveries),
    startConfirmation: ({ id, mode }, at) =>
      startExecution(machineArn, id, { mode, sessionId: id, waitUntil: at.toISOString() }),
  }
}
