import { type AskChain, askWithin } from '../../chain/nodes/ask-chain.ts'
import type { Config } from '../../kernel/operation/config.ts'
import type { ProcessServices } from '../../kernel/operation/process-services.ts'
import type { CheckClosedSessionDeps } from '../../payments/ledger/scanning/check-closed-session.ts'
import {
  depositUnmatched,
  operatorAlerted,
  sessionChanged,
  unlistedUnsearched,
} from '../../payments/ledger/session-log.ts'
import { type ChainClients, chainClients } from '../../payments/networks/chain-clients.ts'
import { rowOf } from '../../payments/networks/enabled-chains.ts'
import { deliveryQueue } from '../../records/outbox/delivery-queue.ts'
import { enqueueDeliveries } from '../../records/outbox/enqueue-deliveries.ts'
import { settingsOf } from '../../records/settings/settings-of.ts'
import { timersOf } from './start-timer.ts'
import type { WatchDeps } from './watch-session.ts'

/** Leaves time for a slow chain, within the minute that these functions may run. */
const patient = askWithin({ silenceMs: 10_000, totalMs: 40_000 })

type Scanning = WatchDeps & CheckClosedSessionDeps & Omit<ChainClients, 'client' | 'clients'>
type Options = { ask?: AskChain }

/** For functions that scan addresses and change sessions. `ask` sets the time limits for a chain. */
export function scanServices(
  config: Config,
  given: ProcessServices,
  options: Options = {},
): Scanning {
  const startConfirmation = timersOf(config('PAYMENT_CONFIRMATION_ARN'))
  return {
    ...settlingServices(config, given, options),
    startConfirmation: ({ id: sessionId, mode }, at) =>
      startConfirmation({ mode, sessionId }, { at, lap: 0 }),
  }
}

/** For functions that change only closed sessions, whose payments wait for no more confirmations. */
export function settlingServices(
  config: Config,
  given: ProcessServices,
  { ask = patient }: Options = {},
): Omit<Scanning, 'startConfirmation'> {
  const { table } = given
  const { client, clients, ...networks } = chainClients(config, table)
  const queue = deliveryQueue(config)
  return {
    settings: settingsOf(config, table),
    // Merchants' operations are given settings, which are read once.
    ...given,
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
