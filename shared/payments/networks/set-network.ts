import * as z from 'zod'
import type { Chain } from '../../chain/chain.ts'
import { offeredAssets } from '../../chain/chains.ts'
import { ServiceError } from '../../kernel/errors.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import type { Table } from '../../kernel/store/table.ts'
import type { Write } from '../../kernel/store/transact.ts'
import { loadStoredSettings, settingsUpdate } from '../../records/settings/store/settings.ts'
import { requireChain, shown } from './node-services.ts'
import type { Network, NetworkNode } from './rules/network.ts'
import { refuseNetwork } from './rules/network-refusals.ts'
import { loadNetwork, networkReplacement } from './store/networks.ts'
import { shownNetwork } from './wire/network.ts'

export const setNetwork = operatorOperation({
  name: 'set-network',
  role: 'owner',
  proof: 'always',
  command: 'networks set',
  input: z.strictObject({
    chainId: z.int().meta({ description: 'the id of an enabled chain', examples: [8453] }),
    /** Ids of nodes in their new order; others follow as they are. */
    nodes: z.array(z.string()).optional(),
    /** Such as `nd_…=2`. */
    weights: z.array(z.string().regex(/^nd_\w+=\d{1,3}$/)).optional(),
    /** Symbols of what sessions may be paid in; `all` for all that the registry offers. */
    assets: z.array(z.string()).min(1).optional(),
    confirmations: z
      .int()
      .min(1)
      .max(1000)
      .meta({ examples: [12] })
      .optional(),
  }),
  output: shownNetwork,
  touches: { table: 'write', administers: ['networks', 'settings', 'audit-log'] },
  docs: { summary: 'Change the order and weight of nodes, the assets, or the confirmations' },
  /** Throws `resource_not_found` and `unsupported_asset`. */
  async run({ table }, { input }) {
    const chain = requireChain(input.chainId)
    const before = await loadNetwork(table, chain.mode, chain.chainId)
    if (!before) throw refuseNetwork('chain_not_enabled', { chainId: chain.chainId })
    const after: Network = {
      ...before,
      nodes: weighed(ordered(before.nodes, input.nodes ?? []), input.weights ?? []),
      assets: input.assets === undefined ? before.assets : chosenAssets(chain, input.assets),
      version: before.version + 1,
    }
    const confirmations = await confirmationsWrites(table, chain, input.confirmations)
    const changed = { ...shown(after), confirmations: input.confirmations }
    const target = String(chain.chainId)
    const states = { before: { ...shown(before) }, after: changed }
    return {
      changes: [{ mode: chain.mode, action: 'network.change', target, ...states }],
      writes: [networkReplacement(after), ...confirmations],
      result: shown(after),
    }
  },
})

function ordered(nodes: readonly NetworkNode[], ids: readonly string[]): NetworkNode[] {
  const first = ids.map((id) => nodeOf(nodes, id))
  return [...first, ...nodes.filter((node) => !first.includes(node))]
}

function weighed(nodes: readonly NetworkNode[], weights: readonly string[]): NetworkNode[] {
  const byId = new Map(
    weights.map((text) => {
      const [id = '', weight = ''] = text.split('=')
      return [nodeOf(nodes, id).id, Number(weight)]
    }),
  )
  return nodes.map((node) => ({ ...node, weight: byId.get(node.id) ?? node.weight }))
}

function nodeOf(nodes: readonly NetworkNode[], id: string): NetworkNode {
  const node = nodes.find((known) => known.id === id)
  if (node) return node
  throw refuseNetwork('no_such_node', { nodeId: id })
}

function chosenAssets(chain: Chain, symbols: readonly string[]): string[] | null {
  if (symbols.includes('all')) return null
  const offered = offeredAssets(chain).map(({ symbol }) => symbol)
  const unknown = symbols.find((symbol) => !offered.includes(symbol))
  if (unknown === undefined) return [...new Set(symbols)]
  const message = `${unknown} is not an asset of ${chain.name}; choose from ${offered.join(', ')}.`
  throw new ServiceError('unsupported_asset', message, { param: 'assets' })
}

async function confirmationsWrites(
  table: Table,
  { mode, chainId }: Chain,
  confirmations: number | undefined,
): Promise<Write[]> {
  if (confirmations === undefined) return []
  const stored = await loadStoredSettings(table, mode)
  const merged = { ...stored.confirmations, [chainId]: confirmations }
  return [settingsUpdate(mode, { confirmations: merged })]
}
