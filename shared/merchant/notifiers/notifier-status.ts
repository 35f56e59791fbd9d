import * as z from 'zod'
import { notifiers } from '../../chain/rules/notifier.ts'
import { modes } from '../../kernel/mode.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import { isHealthy } from './rules/notifier-health.ts'
import { listConnections, type NotifierConnection } from './store/notifier-connections.ts'
import { listHealth, type StoredHealth } from './store/notifier-health.ts'
import { listWatchedChains, type WatchedChain } from './store/watched-chains.ts'

const timestamp = z.iso.datetime().nullable()

const notifiedChain = z.object({
  chainId: z.int(),
  webhooks: z.int(),
  /** About how many addresses are registered; exactly after each repair. */
  addresses: z.int(),
  /** At least 9 of the last 10 payments were notified within 30 seconds of their block. */
  healthy: z.boolean(),
  /** How many of the last `payments`, at most 10, were notified in time. */
  inTime: z.int(),
  payments: z.int(),
  lastNotificationAt: timestamp,
  lastPaymentAt: timestamp,
  repairedAt: timestamp,
  resumedAt: timestamp,
})

const connectedNotifier = z.object({
  notifier: z.enum(notifiers),
  status: z.enum(['connected', 'failing', 'disconnecting']),
  problem: z.string().nullable(),
  /** The last four characters of its token. */
  token: z.string(),
  connectedAt: z.iso.datetime(),
  syncedAt: timestamp,
  chains: z.array(notifiedChain),
})

const status = z.object({ notifiers: z.array(connectedNotifier) })

export type NotifierStatus = z.infer<typeof status>

export const notifierStatus = operatorOperation({
  name: 'notifier-status',
  role: 'viewer',
  command: 'notifiers status',
  input: z.strictObject({ mode: z.enum(modes) }),
  output: status,
  touches: { table: 'read' },
  docs: { summary: 'Show the notifiers of a mode, what they watch, and how reliably' },
  async run({ table }, { input: { mode } }) {
    const [connections, chains, health] = await Promise.all([
      listConnections(table, mode),
      listWatchedChains(table, mode),
      listHealth(table, mode),
    ])
    return {
      result: {
        notifiers: connections.map((connection) => present(connection, { chains, health })),
      },
    }
  },
})

function present(
  connection: NotifierConnection,
  all: { chains: readonly WatchedChain[]; health: readonly StoredHealth[] },
): z.infer<typeof connectedNotifier> {
  const { notifier, problem, tokenLastFour, connectedAt, syncedAt, disconnectedAt } = connection
  const failing = problem ? 'failing' : 'connected'
  const chains = all.chains.filter((chain) => chain.notifier === notifier)
  return {
    notifier,
    status: disconnectedAt ? 'disconnecting' : failing,
    problem,
    token: `…${tokenLastFour}`,
    connectedAt: connectedAt.toISOString(),
    syncedAt: text(syncedAt),
    chains: chains.map((chain) =>
      presentChain(
        chain,
        all.health.find((of) => of.notifier === notifier && of.chainId === chain.chainId),
      ),
    ),
  }
}

function presentChain(
  { chainId, webhooks, repairedAt, resumedAt }: WatchedChain,
  health: StoredHealth | undefined,
): z.infer<typeof notifiedChain> {
  const payments = health?.payments ?? []
  return {
    chainId,
    webhooks: webhooks.length,
    addresses: webhooks.reduce((sum, { addressCount }) => sum + addressCount, 0),
    healthy: isHealthy({ payments }),
    inTime: payments.filter(({ inTime }) => inTime).length,
    payments: payments.length,
    lastNotificationAt: text(health?.lastNotificationAt ?? null),
    lastPaymentAt: text(health?.lastPaymentAt ?? null),
    repairedAt: text(repairedAt),
    resumedAt: text(resumedAt),
  }
}

function text(moment: Date | null): string | null {
  return moment?.toISOString() ?? null
}
