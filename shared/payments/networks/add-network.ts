import * as z from 'zod'
import type { Chain } from '../../chain/chain.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import { withoutNotes } from '../../kernel/work.ts'
import { callingNodes } from './calling-nodes.ts'
import {
  type NodeServices,
  newNetwork,
  realMoneyProblem,
  requireChain,
  shown,
} from './node-services.ts'
import { refusedNodes } from './refused-nodes.ts'
import type { Network } from './rules/network.ts'
import { nodesProblem } from './rules/nodes-problem.ts'
import { loadNetwork, networkCreation, networkReplacement } from './store/networks.ts'
import { type Candidate, tryNodes } from './try-nodes.ts'
import { shownNetwork } from './wire/network.ts'

export const addNetwork = operatorOperation({
  name: 'add-network',
  role: 'owner',
  proof: 'always',
  command: 'networks add',
  inBackground: true,
  sealsInput: true,
  input: z.strictObject({
    chainId: z.int().meta({ description: 'the id of a chain, such as 8453', examples: [8453] }),
    urls: z.array(z.string()).min(1).max(10).meta({
      description: 'the URL of a node; more than once for several',
      secret: 'NODE_URLS',
    }),
    confirmSingleOperator: z.boolean().default(false),
  }),
  output: shownNetwork,
  touches: {
    table: 'write',
    chains: true,
    encrypts: ['node-urls'],
    administers: ['networks', 'audit-log'],
  },
  limits: { timeoutSeconds: 60 },
  docs: { summary: 'Enable a chain by one or more nodes, or add nodes to it; each is tried first' },
  needs: callingNodes,
  /**
   * The chain as it is then; one that is retiring is enabled again. Throws `unsupported_chain`, and `parameter_invalid` for
   * nodes that can't be used or are not enough.
   */
  async run(services: NodeServices, { input, noting = withoutNotes }) {
    const { chainId, urls, confirmSingleOperator } = input
    const chain = requireChain(chainId)
    const refused = realMoneyProblem(services, chain)
    if (refused) throw refused
    const stored = await loadNetwork(services.table, chain.mode, chainId)
    const network = await withoutUrls(services, stored ?? newNetwork(chain), urls)
    const candidates = urls.map((url) => ({ url }))
    const added = await noting({ name: 'try-nodes', of: chain.name }, () =>
      withNodes(services, { chain, network, candidates }),
    )
    const singleOperatorConfirmed = network.singleOperatorConfirmed || confirmSingleOperator
    const after: Network = { ...added, singleOperatorConfirmed, version: network.version + 1 }
    requireEnough(chain, after)
    const target = String(chainId)
    const states = { before: stored ? shown(stored) : null, after: shown(after) }
    return {
      changes: [{ mode: chain.mode, action: 'network.add', target, ...states }],
      writes: [stored ? networkReplacement(after) : networkCreation(after)],
      result: shown(after),
    }
  },
})

/** A node that is added again replaces the earlier one: its current capabilities become the expected ones. */
async function withoutUrls(
  { openUrl }: NodeServices,
  network: Network,
  urls: readonly string[],
): Promise<Network> {
  const opened = network.nodes.map(({ sealedUrl }) => openUrl(network, sealedUrl))
  const present = await Promise.all(opened)
  const nodes = network.nodes.filter((_, index) => !urls.includes(present[index] ?? ''))
  return { ...network, nodes }
}

type Adding = { chain: Chain; network: Network; candidates: readonly Candidate[] }

/** Throws `parameter_invalid` unless all of the nodes can be used. */
async function withNodes(services: NodeServices, adding: Adding): Promise<Network> {
  const trials = await tryNodes(services, adding)
  const nodes = trials.flatMap(({ isUsable, node }) => (isUsable ? [node] : []))
  if (nodes.length < trials.length) throw refusedNodes(adding.chain, trials)
  const { network } = adding
  return {
    ...network,
    status: 'enabled',
    retiringSince: null,
    trusted: null,
    nodes: [...network.nodes, ...nodes],
  }
}

function requireEnough(chain: Chain, network: Network): void {
  const problem = nodesProblem(chain, network)
  if (problem) throw problem
}
