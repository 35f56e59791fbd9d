import type { NotifierHealth } from '../../../merchant/notifiers/rules/notifier-health.ts'
import { isHealthy } from '../../../merchant/notifiers/rules/notifier-health.ts'
import type { Network } from '../../../payments/networks/rules/network.ts'
import type { NetworkReach } from '../../../payments/networks/rules/network-reach.ts'
import { check, type HealthCheck } from './health-check.ts'

type NamedNetwork = Pick<Network, 'status' | 'nodes' | 'singleOperatorConfirmed'> & {
  name: string
  hasRealMoney: boolean
  /** The operator that decides alone for a day. */
  trusted?: string | undefined
  /** Since when no two operators agree, and who is missing, while sessions are open. */
  notAgreed?: Pick<NetworkReach, 'since' | 'missing'> | undefined
}

/** Whether customers can pay, and whether what nodes say can be trusted. */
export function networkChecks(networks: readonly NamedNetwork[]): HealthCheck[] {
  const offered = networks.filter(({ status }) => status !== 'retiring')
  if (offered.length === 0) return [check('bad', 'no_network')]
  const found = offered.flatMap(checksOf)
  if (found.length > 0) return found
  const nodes = offered.reduce((sum, network) => sum + network.nodes.length, 0)
  return [check('ok', 'networks_work', { networks: `${offered.length}`, nodes: `${nodes}` })]
}

function checksOf(network: NamedNetwork): HealthCheck[] {
  const { notAgreed, name: of } = network
  const nodes = nodeChecks(network)
  if (!notAgreed) return nodes
  const operators = notAgreed.missing.join(', ')
  const since = notAgreed.since.toISOString()
  return [check('bad', 'network_not_agreed', { of, since, operators }), ...nodes]
}

function nodeChecks({ name: of, nodes, hasRealMoney, trusted }: NamedNetwork): HealthCheck[] {
  if (nodes.every(({ standing }) => standing !== 'verified')) {
    return [check('bad', 'no_verified_node', { of })]
  }
  const problems = nodes.flatMap(({ host, problems: each }) =>
    each.map((problem) => check('warn', 'node_problem', { of, host, ...problem })),
  )
  const operators = new Set(nodes.map(({ operator }) => operator))
  const alone = trusted ?? (operators.size === 1 ? nodes[0]?.operator : undefined)
  if (!hasRealMoney || alone === undefined) return problems
  return [...problems, check('bad', 'single_operator', { of, operator: alone })]
}

type Watched = { notifier: string; problem: string | null; health: readonly NotifierHealth[] }

export function notifierChecks(connections: readonly Watched[]): HealthCheck[] {
  if (connections.length === 0) return [check('warn', 'no_notifier')]
  const found = connections.flatMap(({ notifier: of, problem, health }) => {
    if (problem !== null) return [check('bad', 'notifier_failing', { of, problem })]
    const late = health.filter((each) => each.payments.length >= enoughPayments && !isHealthy(each))
    return late.map(({ payments }) => {
      const inTime = payments.filter((payment) => payment.inTime).length
      return check('warn', 'notifier_slow', {
        of,
        inTime: `${inTime}`,
        payments: `${payments.length}`,
      })
    })
  })
  return found.length > 0 ? found : [check('ok', 'notifiers_work')]
}

/** One that has not seen so many proved nothing yet. */
const enoughPayments = 10

type Named = { name: string }
type WithoutPayout = { missing: readonly Named[]; leftOut: readonly Named[] }

/** Also warns about chains that the owner left out: their money stays at the deposit addresses. */
export function payoutChecks({ missing, leftOut }: WithoutPayout): HealthCheck[] {
  if (missing.length + leftOut.length === 0) return [check('ok', 'payout_wallets_set')]
  return [
    ...missing.map(({ name: of }) => check('warn', 'no_payout_wallet', { of })),
    ...leftOut.map(({ name: of }) => check('warn', 'payout_wallet_left_out', { of })),
  ]
}

type Endpoint = {
  id: string
  host: string
  active: boolean
  /** `disabled` if its owner disabled it. */
  inactiveReason: string | null
  failingSince: Date | null
  /** How many deliveries failed for good of late, such as `3` or `100+`. */
  givenUp: string
}

export function endpointChecks(endpoints: readonly Endpoint[]): HealthCheck[] {
  if (endpoints.length === 0) return [check('ok', 'no_endpoint')]
  const found = endpoints.flatMap(checksOfEndpoint)
  if (found.length > 0) return found
  return [check('ok', 'endpoints_work', { endpoints: `${endpoints.length}` })]
}

function checksOfEndpoint(endpoint: Endpoint): HealthCheck[] {
  const { id, host: of, active, inactiveReason, failingSince, givenUp } = endpoint
  if (!active && inactiveReason === 'moved') {
    return [check('bad', 'endpoint_moved', { of, endpoint: id })]
  }
  if (!active && inactiveReason !== null && inactiveReason !== 'disabled') {
    return [check('bad', 'endpoint_disabled', { of, endpoint: id, why: inactiveReason })]
  }
  if (!active) return []
  if (failingSince) {
    return [
      check('warn', 'endpoint_failing', { of, endpoint: id, since: failingSince.toISOString() }),
    ]
  }
  if (givenUp === '0') return []
  return [check('warn', 'deliveries_given_up', { of, endpoint: id, count: givenUp })]
}
