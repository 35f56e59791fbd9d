import type { Chain } from '../../chain/chain.ts'
import { nodesOf, operatorOf } from '../../chain/nodes/node-operator.ts'
import { probeNode } from '../../chain/nodes/probe-chain.ts'
import { type ChainClient, openChain } from '../../chain/open-chain.ts'
import { publicNodes } from '../../chain/registry/public-nodes.ts'
import { requirePublicUrl } from '../../http/client/check-url.ts'
import { newId } from '../../kernel/ids.ts'
import { invariant } from '../../kernel/invariant.ts'
import type { NodeServices } from './node-services.ts'
import type { Network, NetworkNode, NodeSource } from './rules/network.ts'
import { afterProbe, isUsable, type ProbeResult } from './rules/node-standing.ts'

/** The maximum age of a payment: a session of the default length with its grace, and time for its confirmations. */
const historySeconds = 1200

export type Candidate = { url: string; source?: NodeSource; weight?: number }

/** The node as it is after the probe: verified if it can be used. */
export type Trial = { isUsable: boolean; node: NetworkNode }

type Trying = { chain: Chain; network: Network; candidates: readonly Candidate[] }

/**
 * Probes nodes before they are saved, beside each other and those that the chain has, with which their blocks have to
 * agree. Throws `parameter_invalid` for a URL that we would not call.
 */
export async function tryNodes(
  services: NodeServices,
  { chain, network, candidates }: Trying,
): Promise<Trial[]> {
  for (const { url } of candidates) requirePublicUrl(url, services.urlRules)
  const present = await Promise.all(
    network.nodes.map(({ sealedUrl }) => services.openUrl(network, sealedUrl)),
  )
  const rpcUrls = [...candidates.map(({ url }) => url), ...present]
  const { fetchNode } = services
  const client = openChain({ chain, nodes: nodesOf(chain, rpcUrls) }, { fetchNode })
  return Promise.all(
    candidates.map(async (candidate, index): Promise<Trial> => {
      const now = services.now()
      const [node, result] = await Promise.all([
        newNode(services, { chain, candidate }),
        probeResult(client, index, now),
      ])
      return { isUsable: isUsable(result), node: afterProbe(node, result, now) }
    }),
  )
}

/** Probes one of a client's nodes, by its place. */
export async function probeResult(
  client: ChainClient,
  index: number,
  now: Date,
): Promise<ProbeResult> {
  const node = client.nodes[index]
  invariant(node, 'the node is one of the chain')
  const { mismatches, measured, isOtherChain } = await probeNode(client, node, {
    now,
    historySeconds,
  })
  return { problems: mismatches, measured, isOtherChain }
}

/** A node before its first probe. */
export async function newNode(
  { now, randomBytes, sealUrl }: Pick<NodeServices, 'now' | 'randomBytes' | 'sealUrl'>,
  { chain, candidate }: { chain: Chain; candidate: Candidate },
): Promise<NetworkNode> {
  const { url, source = sourceOf(chain, url) } = candidate
  const { host } = new URL(url)
  return {
    id: newId('node', now(), randomBytes),
    host,
    lastFour: source === 'public' || isPlain(url) ? '' : url.slice(-4),
    operator: operatorOf(chain, host),
    weight: candidate.weight ?? (source === 'public' ? 0 : 1),
    source,
    sealedUrl: await sealUrl(chain, url),
    standing: 'unverified',
    capabilities: null,
    problems: [],
    probedAt: null,
  }
}

function sourceOf({ chainId }: Chain, url: string): NodeSource {
  const isPublic = publicNodes[chainId]?.some((known) => new URL(known).href === new URL(url).href)
  return isPublic ? 'public' : 'url'
}

/** Whether there is nothing in it but a host, so nothing that could be a key. */
function isPlain(url: string): boolean {
  const { pathname, search } = new URL(url)
  return pathname === '/' && search === ''
}
