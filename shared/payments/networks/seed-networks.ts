import * as z from 'zod'
import type { Chain } from '../../chain/chain.ts'
import { type Mode, modes } from '../../kernel/mode.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import type { Write } from '../../kernel/store/transact.ts'
import { callingNodes } from './calling-nodes.ts'
import { type NodeServices, newNetwork, realMoneyProblem, requireChain } from './node-services.ts'
import { reasonOf } from './refused-nodes.ts'
import type { Network } from './rules/network.ts'
import { nodesProblem } from './rules/nodes-problem.ts'
import { listNetworks, networkCreation, networkReplacement } from './store/networks.ts'
import { type Trial, tryNodes } from './try-nodes.ts'

const seeded = z.object({
  /** Ids of the chains that were saved. */
  saved: z.array(z.int()),
  /** Chains that were saved, but are enabled only when enough of their nodes pass a probe. */
  unverified: z.array(z.object({ chainId: z.int(), reason: z.string() })),
  left: z.array(z.object({ chainId: z.int(), reason: z.string() })),
})

export type SeededNetworks = z.infer<typeof seeded>

export const seedNetworks = operatorOperation({
  name: 'seed-networks',
  role: 'owner',
  proof: 'always',
  command: 'networks seed',
  inBackground: true,
  sealsInput: true,
  input: z.strictObject({
    networks: z.array(z.strictObject({ chainId: z.int(), urls: z.array(z.string()).min(1) })),
    /** Chains whose nodes may all be one operator's. */
    singleOperatorChains: z.array(z.int()).default([]),
  }),
  output: seeded,
  touches: {
    table: 'write',
    chains: true,
    encrypts: ['node-urls'],
    administers: ['networks', 'audit-log'],
  },
  limits: { timeoutSeconds: 60 },
  docs: {
    summary:
      'Save the first networks of a mode; changes nothing if it has any, but for local chains',
  },
  needs: callingNodes,
  /** A first seed must not fail because of one node, nor lose one that fails at the moment: it is probed again later. */
  async run(services: NodeServices, { input: { networks, singleOperatorChains } }) {
    const given = networks.map(({ chainId, urls }): Given => {
      const isConfirmed = singleOperatorChains.includes(chainId)
      return { chain: requireChain(chainId), urls, isConfirmed }
    })
    const seeds = (await Promise.all(modes.map((mode) => seedsOf(services, mode, given)))).flat()
    return {
      changes: seeds.flatMap(({ write, chainId, outcome }) =>
        write
          ? [
              {
                mode: requireChain(chainId).mode,
                action: 'network.seed',
                target: String(chainId),
                after: { outcome },
              },
            ]
          : [],
      ),
      writes: seeds.flatMap(({ write }) => write ?? []),
      result: {
        saved: seeds.flatMap(({ outcome, chainId }) => (outcome === 'saved' ? [chainId] : [])),
        unverified: reasonsOf(seeds, 'unverified'),
        left: reasonsOf(seeds, 'left'),
      },
    }
  },
})

type Given = { chain: Chain; urls: readonly string[]; isConfirmed: boolean }

type Seed = {
  chainId: number
  outcome: 'saved' | 'unverified' | 'left'
  write?: Write
  reason?: string
}

function reasonsOf(seeds: readonly Seed[], wanted: Seed['outcome']) {
  return seeds.flatMap(({ chainId, outcome, reason = '' }) =>
    outcome === wanted ? [{ chainId, reason }] : [],
  )
}

async function seedsOf(
  services: NodeServices,
  mode: Mode,
  given: readonly Given[],
): Promise<Seed[]> {
  const stored = await listNetworks(services.table, mode)
  const ofMode = given.filter(({ chain }) => chain.mode === mode)
  const seeds = ofMode.map((one) => {
    const network = stored.find(({ chainId }) => chainId === one.chain.chainId)
    if (network && one.chain.network === 'local') return corrected(services, one, network)
    return stored.length === 0 ? first(services, one) : []
  })
  return (await Promise.all(seeds)).flat()
}

async function first(services: NodeServices, given: Given): Promise<Seed> {
  const { chain } = given
  const { chainId } = chain
  const refused = realMoneyProblem(services, chain)
  if (refused) return { chainId, outcome: 'left', reason: refused.message }
  const { network, trials } = await withNodes(services, given, newNetwork(chain))
  const unwanted = nodesProblem(chain, network)
  if (unwanted) return { chainId, outcome: 'left', reason: unwanted.message }
  const reason = missing(chain, network, trials)
  return reason === undefined
    ? { chainId, outcome: 'saved', write: networkCreation(network) }
    : {
        chainId,
        outcome: 'unverified',
        reason,
        write: networkCreation({ ...network, status: 'unverified' }),
      }
}

/** A local chain's node may have another port at each start. */
async function corrected(
  services: NodeServices,
  given: Given,
  network: Network,
): Promise<Seed | never[]> {
  const opened = network.nodes.map(({ sealedUrl }) => services.openUrl(network, sealedUrl))
  const present = await Promise.all(opened)
  if (given.urls.every((url) => present.includes(url))) return []
  const { chain } = given
  const after = await withNodes(services, given, { ...network, nodes: [] })
  const reason = missing(chain, after.network, after.trials)
  const { chainId } = chain
  return reason === undefined
    ? { chainId, outcome: 'saved', write: networkReplacement(after.network) }
    : { chainId, outcome: 'left', reason }
}

/** The network with all of its nodes, and the results of each probe. */
async function withNodes(
  services: NodeServices,
  { chain, urls, isConfirmed }: Given,
  network: Network,
): Promise<{ network: Network; trials: Trial[] }> {
  const candidates = urls.map((url) => ({ url }))
  const trials = await tryNodes(services, { chain, network, candidates })
  const nodes = trials.map(({ node }) => node)
  const singleOperatorConfirmed = network.singleOperatorConfirmed || isConfirmed
  const version = network.version + 1
  return { network: { ...network, nodes, singleOperatorConfirmed, version }, trials }
}

/** Why the nodes that can be used now are not enough. */
function missing(chain: Chain, network: Network, trials: readonly Trial[]): string | undefined {
  const usable = trials.flatMap(({ isUsable, node }) => (isUsable ? [node] : []))
  const problem = nodesProblem(chain, { ...network, nodes: usable })
  if (problem === undefined) return undefined
  const reasons = trials.filter(({ isUsable }) => !isUsable).map(reasonOf)
  return [...reasons, problem.message].join('; ')
}
