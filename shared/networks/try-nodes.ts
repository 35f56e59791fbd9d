import type { Chain } from '../chain/chain.ts'
import { nodesOf, operatorOf } from '../chain/node-operator.ts'
import { openChain } from '../chain/open-chain.ts'
import { type Mismatch, probeNode } from '../chain/probe-chain.ts'
import { publicNodes } from '../chain/registry/public-nodes.ts'
import { newId } from '../kernel/ids.ts'
import { requirePublicUrl } from '../webhooks/sending/check-url.ts'
import type { NodeServices } from './node-services.ts'
import type { Network, NetworkNode, NodeSource } from './rules/network.ts'

/** How far back a payment may lie: a session of the default length with its grace, and time for its confirmations. */
export const historySeconds = 1200

/** What makes a node useless. Anything else that does not match is shown, and the node is saved. */
const refusing = new Set(['node', 'newest block', 'block hash', 'receipts', 'Multicall3'])

export type Candidate = { url: string; source?: NodeSource; weight?: number }

export type Trial = { host: string; mismatches: Mismatch[] } & (
  | { isUsable: true; node: NetworkNode }
  | { isUsable: false }
)

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
      const { host } = new URL(candidate.url)
      const node = client.nodes[index]
      if (!node) return { host, mismatches: [], isUsable: false }
      const options = { now: services.now(), historySeconds }
      const { mismatches, measured } = await probeNode(client, node, options)
      const isUsable = measured !== null && !mismatches.some((m) => refusing.has(m.subject))
      if (!isUsable) return { host, mismatches, isUsable }
      const saved = await newNode(services, { chain, candidate })
      return { host, mismatches, isUsable, node: { ...saved, capabilities: measured } }
    }),
  )
}

/** A node as it is saved, without what a probe measured of it. */
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
    capabilities: null,
    probedAt: now(),
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
