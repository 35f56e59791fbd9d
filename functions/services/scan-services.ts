import { randomBytes } from 'node:crypto'
import { type AskChain, askWithin } from '../../shared/chain/nodes/ask-chain.ts'
import { openTable } from '../../shared/kernel/store/table.ts'
import type { WatchDeps } from '../../shared/merchant/checkout/watch-session.ts'
import type { CheckClosedSessionDeps } from '../../shared/payments/ledger/scanning/check-closed-session.ts'
import { enqueueDeliveries } from '../../shared/records/outbox/enqueue-deliveries.ts'
import type { Config } from '../config.ts'
import {
  depositUnmatched,
  operatorAlerted,
  sessionChanged,
  unlistedUnsearched,
} from '../log/session-log.ts'
import { type ChainClients, chainClients } from './chain-clients.ts'
import { deliveryQueue } from './delivery-queue.ts'
import { rowOf } from './networks.ts'
import { settingsOf } from './settings-of.ts'
import { timersOf } from './start-timer.ts'

/** Leaves time for a slow chain, within the minute that these functions may run. */
const patient = askWithin({ silenceMs: 10_000, totalMs: 40_000 })

type Scanning = WatchDeps & CheckClosedSessionDeps & Omit<ChainClients, 'client' | 'clients'>
type Options = { ask?: AskChain }

/** The dependencies of functions that scan addresses and change sessions. `ask` sets the time limits for a chain. */
export function scanServices(config: Config, options: Options = {}): Scanning {
  const startConfirmation = timersOf(config('PAYMENT_CONFIRMATION_ARN'))
  return {
    ...settlingServices(config, options),
    startConfirmation: ({ id: sessionId, mode }, at) =>
      startConfirmation({ mode, sessionId }, { at, lap: 0 }),
  }
}

/** What a function needs that changes only closed sessions, whose payments wait for no more confirmations. */
export function settlingServices(
  config: Config,
  { ask = patient }: Options = {},
): Omit<Scanning, 'startConfirmation'> {
  const table = openTable(config('TABLE_NAME'))
  const { client, clients, ...networks } = chainClients(config, table)
  const queue = deliveryQueue(config)
  return {
    table,
    now: () => new Date(),
    randomBytes,
    settings: settingsOf(config, table),
    chain: client,
    ask,
    chains: clients,
    ...networks,
    alert: operatorAlerted,
    onChange: sessionChanged,
    onUnmatched: depositUnmatched,
    onUnsearched: unlistedUnsearched,
    blockTimeMs: (chainId) => rowOf({ chainId }).blockTimeMs,
    enqueueDeliveries: (deliveries) => enqueueDeliveries(queue, deliveries),
  }
}
