import * as z from 'zod'
import { ServiceError } from '../../kernel/errors.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import { requireChain, shown } from './node-services.ts'
import type { Network } from './rules/network.ts'
import { refuseNetwork } from './rules/network-refusals.ts'
import { loadNetwork, networkReplacement } from './store/networks.ts'
import { shownNetwork } from './wire/network.ts'

export const trustOperator = operatorOperation({
  name: 'trust-operator',
  role: 'owner',
  proof: 'always',
  command: 'networks trust',
  input: z.strictObject({
    chainId: z.int().meta({ description: 'the id of an enabled chain', examples: [8453] }),
    operator: z
      .string()
      .min(1)
      .max(255)
      .meta({
        description: 'who decides alone, as networks list shows it',
        examples: ['drpc.org'],
      }),
  }),
  output: shownNetwork,
  touches: { table: 'write', administers: ['networks', 'audit-log'] },
  docs: {
    summary:
      'Let one operator of nodes decide for 24 hours on a chain whose other operators don’t respond; it could fake payments',
  },
  /** Ends after 24 hours, or when a node is added. Throws `resource_not_found`, and `parameter_invalid` for public nodes. */
  async run({ table, now }, { input: { chainId, operator } }) {
    const chain = requireChain(chainId)
    const before = await loadNetwork(table, chain.mode, chainId)
    if (!before) throw refuseNetwork('chain_not_enabled', { chainId })
    requireOwnNode(before, operator)
    const trusted = { operator, until: new Date(now().getTime() + dayMs) }
    const after: Network = { ...before, trusted, version: before.version + 1 }
    const states = { before: shown(before), after: shown(after) }
    return {
      changes: [{ mode: chain.mode, action: 'network.trust', target: String(chainId), ...states }],
      writes: [networkReplacement(after)],
      result: shown(after),
    }
  },
})

const dayMs = 86_400_000

/** Public nodes promise nothing, so they never decide alone. */
function requireOwnNode({ chainId, nodes }: Network, operator: string): void {
  const own = nodes.filter((node) => node.operator === operator && node.standing === 'verified')
  if (own.length === 0) {
    const known = [...new Set(nodes.map((node) => node.operator))].join(', ')
    const message = `Chain ${chainId} has no verified node of ${operator}. Its operators: ${known}.`
    throw new ServiceError('parameter_invalid', message, { param: 'operator' })
  }
  if (own.some(({ source }) => source !== 'public')) return
  const message = `The nodes of ${operator} are public, and public nodes never decide alone. Add a node with a key of your own.`
  throw new ServiceError('parameter_invalid', message, { param: 'operator' })
}
