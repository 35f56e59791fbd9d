import * as z from 'zod'
import type { Chain } from '../../chain/chain.ts'
import { operatorOf } from '../../chain/nodes/node-operator.ts'
import { publicNodes } from '../../chain/registry/public-nodes.ts'
import type { ServiceError } from '../../kernel/errors.ts'
import type { Change } from '../../kernel/operation/audit.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import type { Write } from '../../kernel/store/transact.ts'
import { fieldErrors } from '../../kernel/wire/field-problem.ts'
import { eitherMode, modesOf } from '../../kernel/wire/operator-input.ts'
import { words } from '../../kernel/wire/words.ts'
import { withoutNotes } from '../../kernel/work.ts'
import { callingNodes } from './calling-nodes.ts'
import {
  type NodeServices,
  newNetwork,
  realMoneyProblem,
  requireChain,
  shown,
} from './node-services.ts'
import type { Provider } from './providers/provider.ts'
import { type Providers, providerNames, providers } from './providers/providers.ts'
import { reasonOf } from './refused-nodes.ts'
import type { Network, NetworkNode } from './rules/network.ts'
import { networkSentences, refuseNetwork } from './rules/network-refusals.ts'
import { nodesProblem } from './rules/nodes-problem.ts'
import { loadNetwork, networkCreation, networkReplacement } from './store/networks.ts'
import { type Candidate, tryNodes } from './try-nodes.ts'

const connected = z.object({
  saved: z.array(z.object({ chainId: z.int(), name: z.string(), operators: z.array(z.string()) })),
  /** Chains that were left as they are. */
  left: z.array(
    z.object({
      chainId: z.int(),
      name: z.string(),
      reason: z.string(),
      /** The reason for the dashboard's languages, unless it is a node's own message. */
      words: words.optional(),
    }),
  ),
})

export type ConnectedProvider = z.infer<typeof connected>

const connecting = z.strictObject({
  provider: z.enum(providerNames),
  key: z
    .string()
    .regex(/^[\w-]{8,128}$/, { error: fieldErrors(networkSentences)('no_provider_key') })
    .meta({ secret: 'PROVIDER_KEY' }),
  mode: eitherMode,
  withPublicNodes: z.boolean().default(false),
  confirmSingleOperator: z.boolean().default(false),
})

export const connectProvider = operatorOperation({
  name: 'connect-provider',
  role: 'owner',
  proof: 'once in the wizard',
  command: 'networks connect',
  inBackground: true,
  sealsInput: true,
  input: connecting,
  output: connected,
  touches: {
    table: 'write',
    chains: true,
    encrypts: ['node-urls'],
    administers: ['networks', 'audit-log'],
  },
  limits: { timeoutSeconds: 120 },
  docs: {
    summary:
      'Enable all chains that one key of a provider serves, or replace the key; live chains need --with-public-nodes or --confirm-single-operator',
  },
  needs: (config) => ({ ...callingNodes(config), providers, publicNodes }),
  /** Chains whose nodes fail the probe are left out and reported; the others are saved. */
  async run(services: Services, { input, noting = withoutNotes }) {
    const provider = services.providers[input.provider]
    const chains = Object.keys(provider.chains)
      .map((id) => requireChain(Number(id)))
      .filter(({ mode }) => modesOf(input.mode).includes(mode))
    requireChoice(
      chains.filter((chain) => realMoneyProblem(services, chain) === undefined),
      input,
    )
    const outcomes = await Promise.all(
      chains.map((chain) =>
        noting({ name: 'try-nodes', of: chain.name }, () =>
          connectChain(services, { chain, provider, input }),
        ),
      ),
    )
    return {
      changes: outcomes.flatMap((outcome) => ('write' in outcome ? [outcome.change] : [])),
      writes: outcomes.flatMap((outcome) => ('write' in outcome ? outcome.write : [])),
      result: {
        saved: outcomes.flatMap((outcome) => ('write' in outcome ? [outcome.saved] : [])),
        left: outcomes.flatMap((outcome) => ('reason' in outcome ? [outcome] : [])),
      },
    }
  },
})

type Services = NodeServices & {
  providers: Providers
  /** URLs of public nodes by chain id. */
  publicNodes: Readonly<Record<number, readonly string[]>>
}
type Input = z.infer<typeof connecting>

/** Chains with real money need nodes of two operators, so the owner chooses the second one. */
function requireChoice(chains: readonly Chain[], input: Input): void {
  const needsTwo = chains.some(({ network }) => network === 'mainnet')
  if (!needsTwo || input.withPublicNodes || input.confirmSingleOperator) return
  throw refuseNetwork('second_operator_not_chosen')
}

type Connecting = { chain: Chain; provider: Provider; input: Input }
type Left = ConnectedProvider['left'][number]
type Saved = { write: Write; change: Change; saved: ConnectedProvider['saved'][number] }

async function connectChain(services: Services, connecting: Connecting): Promise<Saved | Left> {
  const { chain, input } = connecting
  const { chainId, name } = chain
  const refused = realMoneyProblem(services, chain)
  if (refused) return leftBy(chain, refused)
  const stored = await loadNetwork(services.table, chain.mode, chainId)
  const network = stored ?? newNetwork(chain)
  const source = `provider:${input.provider}` as const
  // A new key takes the place of the earlier one.
  const others = network.nodes.filter((node) => node.source !== source)
  const own = await firstUsable(services, { chain, nodes: others }, [ownCandidate(connecting)])
  if (typeof own === 'string') return { chainId, name, reason: own }
  const nodes = await withSecond(services, connecting, [own, ...others])
  const singleOperatorConfirmed = network.singleOperatorConfirmed || input.confirmSingleOperator
  const after: Network = {
    ...network,
    nodes,
    singleOperatorConfirmed,
    version: network.version + 1,
    status: 'enabled',
    retiringSince: null,
  }
  const problem = nodesProblem(chain, after)
  if (problem) return leftBy(chain, problem)
  const operators = [...new Set(nodes.map(({ operator }) => operator))]
  const change: Change = {
    mode: chain.mode,
    action: 'network.connect',
    target: String(chainId),
    before: stored ? shown(stored) : null,
    after: shown(after),
  }
  return {
    change,
    write: stored ? networkReplacement(after) : networkCreation(after),
    saved: { chainId, name, operators },
  }
}

function leftBy({ chainId, name }: Chain, { message: reason, words }: ServiceError): Left {
  return { chainId, name, reason, ...(words && { words }) }
}

function ownCandidate({ chain, provider, input }: Connecting): Candidate {
  const url = provider.url
    .replace('{chain}', provider.chains[chain.chainId] ?? '')
    .replace('{key}', input.key)
  return { url, source: `provider:${input.provider}` }
}

/** A public node of another operator, if the chain has real money and no other node would agree with this one. */
async function withSecond(
  services: Services,
  { chain, input }: Connecting,
  nodes: readonly NetworkNode[],
): Promise<readonly NetworkNode[]> {
  const operators = new Set(nodes.map(({ operator }) => operator))
  if (chain.network !== 'mainnet' || !input.withPublicNodes || operators.size > 1) return nodes
  const candidates = (services.publicNodes[chain.chainId] ?? [])
    .filter((url) => !operators.has(operatorOf(chain, new URL(url).host)))
    .map((url) => ({ url, source: 'public' as const }))
  const second = await firstUsable(services, { chain, nodes }, candidates)
  return typeof second === 'string' ? nodes : [...nodes, second]
}

/** The first of these nodes that passes its probe beside those that the chain has; else why the last one does not. */
async function firstUsable(
  services: Services,
  { chain, nodes }: { chain: Chain; nodes: readonly NetworkNode[] },
  candidates: readonly Candidate[],
): Promise<NetworkNode | string> {
  const network = { ...newNetwork(chain), nodes }
  let reason = 'there is no node to try'
  for (const candidate of candidates) {
    const trials = await tryNodes(services, { chain, network, candidates: [candidate] })
    for (const trial of trials) {
      if (trial.isUsable) return trial.node
      reason = reasonOf(trial)
    }
  }
  return reason
}
