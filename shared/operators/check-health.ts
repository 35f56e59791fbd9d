import * as z from 'zod'
import { chainById } from '../chain/chains.ts'
import { type Mode, modes } from '../kernel/mode.ts'
import type { Decision } from '../kernel/operation/commit.ts'
import { operatorOperation } from '../kernel/operation/operation.ts'
import type { Table } from '../kernel/store/table.ts'
import { timestamp } from '../kernel/wire/primitives.ts'
import type { Network } from '../networks/rules/network.ts'
import { listNetworks } from '../networks/store/networks.ts'
import { listConnections } from '../networks/store/notifier-connections.ts'
import { listHealth } from '../networks/store/notifier-health.ts'
import { listPayoutWallets } from '../payout-wallets/store/payout-wallets.ts'
import { listWebhookEndpoints } from '../webhooks/store/webhook-endpoints.ts'
import type { OperatorInputOf } from './operator-request.ts'
import {
  endpointChecks,
  type HealthCheck,
  healthReasons,
  healthStates,
  networkChecks,
  notifierChecks,
  payoutChecks,
} from './rules/health.ts'
import { withoutPayout } from './rules/setup-progress.ts'
import { loadSetupProgress } from './store/setup-progress.ts'

const health = z.object({
  mode: z.enum(modes),
  /** Our clock, to compare with. */
  checkedAt: timestamp,
  /** What needs the operator first, then the rest. */
  checks: z.array(
    z.object({
      state: z.enum(healthStates),
      reason: z.enum(healthReasons),
      of: z.string(),
      details: z.record(z.string(), z.string()),
    }),
  ),
})

type Health = z.infer<typeof health>

export const checkHealth = operatorOperation({
  name: 'check-health',
  role: 'viewer',
  command: 'health',
  input: z.strictObject({ mode: z.enum(modes) }),
  output: health,
  touches: { table: 'read' },
  docs: { summary: 'Check networks, notifiers, payout wallets and webhook endpoints of a mode' },
})

const severity = { bad: 0, warn: 1, ok: 2 } as const

/** Of what is known already: no node is asked, so it costs nothing and always responds. */
export async function runCheckHealth(
  { table, now }: { table: Table; now: () => Date },
  { input: { mode } }: OperatorInputOf<typeof checkHealth>,
): Promise<Decision<Health>> {
  const [networks, notifiers, payoutWallets, endpoints, progress] = await Promise.all([
    listNetworks(table, mode),
    notifiersOf(table, mode),
    listPayoutWallets(table, mode),
    listWebhookEndpoints(table, mode),
    loadSetupProgress(table),
  ])
  const enabled = networks.filter(({ status }) => status === 'enabled').map(named)
  const checks = [
    ...networkChecks(networks.map(named)),
    ...notifierChecks(notifiers),
    ...payoutChecks(withoutPayout(enabled, payoutWallets, progress)),
    ...endpointChecks(endpoints.map((each) => ({ ...each, host: new URL(each.url).host }))),
  ].toSorted((a, b) => severity[a.state] - severity[b.state])
  return { result: { mode, checkedAt: now().toISOString(), checks: checks.map(presented) } }
}

function presented({ details, ...rest }: HealthCheck): Health['checks'][number] {
  return { ...rest, details: { ...details } }
}

function named(network: Network) {
  const chain = chainById(network.chainId)
  const name = chain?.name ?? `Chain ${network.chainId}`
  return { ...network, name, hasRealMoney: chain?.network === 'mainnet' }
}

async function notifiersOf(table: Table, mode: Mode) {
  const [connections, stored] = await Promise.all([
    listConnections(table, mode),
    listHealth(table, mode),
  ])
  return connections
    .filter(({ disconnectedAt }) => disconnectedAt === null)
    .map(({ notifier, problem }) => ({
      ...{ notifier, problem },
      health: stored.filter((each) => each.notifier === notifier),
    }))
}
