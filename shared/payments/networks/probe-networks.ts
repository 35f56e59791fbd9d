import { openChain } from '../../chain/open-chain.ts'
import type { Mode } from '../../kernel/mode.ts'
import { transact } from '../../kernel/store/transact.ts'
import type { OnUnreadable } from '../../kernel/store/unreadable-rows.ts'
import { type NoteStep, withoutNotes } from '../../kernel/work.ts'
import { type NodeServices, requireChain } from './node-services.ts'
import type { Network, NetworkNode } from './rules/network.ts'
import { afterProbe, lossesOf } from './rules/node-standing.ts'
import { nodesProblem } from './rules/nodes-problem.ts'
import { listNetworks, networkReplacement } from './store/networks.ts'
import { probeResult } from './try-nodes.ts'

export type ProbeServices = Pick<NodeServices, 'table' | 'now' | 'openUrl' | 'fetchNode'> & {
  /** Called with each network whose nodes are probed. */
  noting?: NoteStep
  /** Called with each network that can't be read, and that is left out. By default, it throws. */
  onUnreadable?: OnUnreadable
}

/** A network after its probe, and the nodes that were probed. */
export type ProbedNetwork = { network: Network; probed: readonly NetworkNode[] }

type IsDue = (network: Network, node: NetworkNode) => boolean

const everyMs = 3_600_000

/** An hour after the last probe; at each run, while a node isn't verified or is on another chain. */
export function isProbeDue(
  { standing, probedAt }: Pick<NetworkNode, 'standing' | 'probedAt'>,
  now: Date,
): boolean {
  if (standing !== 'verified' || !probedAt) return true
  return now.getTime() - probedAt.getTime() >= everyMs
}

/**
 * Probes the nodes of a mode that are due, and stores the results. A chain whose nodes could not be verified before is
 * enabled as soon as enough of them are.
 */
export async function probeNetworks(
  services: ProbeServices,
  mode: Mode,
  isDue: IsDue,
): Promise<ProbedNetwork[]> {
  const { noting = withoutNotes, onUnreadable } = services
  const networks = await listNetworks(services.table, mode, onUnreadable && { onUnreadable })
  return Promise.all(
    networks.map(async (network) => {
      const due = network.nodes.filter((node) => isDue(network, node))
      if (due.length === 0) return { network, probed: [] }
      const { name: of } = requireChain(network.chainId)
      const probe = () => probeNetwork(services, network, due)
      const after = await noting({ name: 'test-nodes', of }, probe)
      // If somebody changed it meanwhile, the next run probes what it has then.
      await transact(services.table, [networkReplacement(after)])
      const probed = after.nodes.filter(({ id }) => due.some((node) => node.id === id))
      return { network: after, probed }
    }),
  )
}

async function probeNetwork(
  { now, openUrl, fetchNode }: ProbeServices,
  network: Network,
  due: readonly NetworkNode[],
): Promise<Network> {
  const chain = requireChain(network.chainId)
  const opened = network.nodes.map(({ host, operator, sealedUrl }) => ({
    host,
    operator,
    url: () => openUrl(network, sealedUrl),
  }))
  const client = openChain({ chain, nodes: opened }, { fetchNode })
  const probe = (index: number) => probeResult(client, index, now())
  const nodes = await Promise.all(
    network.nodes.map(async (node, index) => {
      if (!due.includes(node)) return node
      const first = await probe(index)
      // A loss counts if it is found twice: requests may fail by chance.
      const isLost = lossesOf(node, first).length > 0
      return afterProbe(node, isLost ? await probe(index) : first, now())
    }),
  )
  const verified = nodes.filter(({ standing }) => standing === 'verified')
  const isEnough = nodesProblem(chain, { ...network, nodes: verified }) === undefined
  const status = network.status === 'unverified' && isEnough ? 'enabled' : network.status
  return { ...network, nodes, status, version: network.version + 1 }
}
