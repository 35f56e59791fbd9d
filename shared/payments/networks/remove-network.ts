import * as z from 'zod'
import { modes } from '../../kernel/mode.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import type { Table } from '../../kernel/store/table.ts'
import { fieldErrors } from '../../kernel/wire/field-problem.ts'
import { requireChain, shown } from './node-services.ts'
import type { Network } from './rules/network.ts'
import { networkSentences, refuseNetwork } from './rules/network-refusals.ts'
import { nodesProblem } from './rules/nodes-problem.ts'
import { listNetworks, loadNetwork, networkReplacement } from './store/networks.ts'
import { shownNetwork } from './wire/network.ts'

export const removeNetwork = operatorOperation({
  name: 'remove-network',
  role: 'owner',
  proof: 'always',
  command: 'networks remove',
  input: z
    .strictObject({
      chainId: z
        .int()
        .meta({ examples: [8453] })
        .optional(),
      nodeId: z.string().optional(),
    })
    .refine(({ chainId, nodeId }) => (chainId === undefined) !== (nodeId === undefined), {
      error: fieldErrors(networkSentences)('no_chain_or_node'),
    }),
  output: shownNetwork,
  touches: { table: 'write', administers: ['networks', 'audit-log'] },
  docs: {
    summary:
      'Stop offering a chain, which is then removed once no session can be paid on it, or remove one of its nodes',
  },
  /** Throws `resource_not_found`, and `parameter_invalid` if the other nodes are not enough. */
  async run(services, { input: { chainId, nodeId } }) {
    const before =
      chainId === undefined
        ? await networkOfNode(services.table, nodeId)
        : await networkOfChain(services.table, chainId)
    if (chainId !== undefined && before.status === 'retiring')
      return { result: shown(before), changes: [] }
    const version = before.version + 1
    const after: Network =
      chainId === undefined
        ? withoutNode({ ...before, version }, nodeId)
        : { ...before, version, status: 'retiring', retiringSince: services.now() }
    const states = { before: shown(before), after: shown(after) }
    const target = String(before.chainId)
    return {
      changes: [{ mode: before.mode, action: 'network.remove', target, ...states }],
      writes: [networkReplacement(after)],
      result: shown(after),
    }
  },
})

async function networkOfChain(table: Table, chainId: number): Promise<Network> {
  const network = await loadNetwork(table, requireChain(chainId).mode, chainId)
  if (network) return network
  throw refuseNetwork('chain_not_enabled', { chainId })
}

async function networkOfNode(table: Table, nodeId = ''): Promise<Network> {
  const ofModes = await Promise.all(modes.map((mode) => listNetworks(table, mode)))
  const found = ofModes.flat().find(({ nodes }) => nodes.some(({ id }) => id === nodeId))
  if (found) return found
  throw refuseNetwork('no_such_node', { nodeId })
}

function withoutNode(network: Network, nodeId: string | undefined): Network {
  const after = { ...network, nodes: network.nodes.filter(({ id }) => id !== nodeId) }
  const problem = nodesProblem(requireChain(network.chainId), { ...after, isLess: true })
  if (problem) throw problem
  return after
}
