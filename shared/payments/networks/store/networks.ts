import * as z from 'zod'
import type { Mode } from '../../../kernel/mode.ts'
import { innerMap, moment } from '../../../kernel/store/codecs.ts'
import { type Query, queryAll } from '../../../kernel/store/query.ts'
import { readItem } from '../../../kernel/store/read-item.ts'
import { sealed } from '../../../kernel/store/sealed.ts'
import type { Table } from '../../../kernel/store/table.ts'
import type { Write } from '../../../kernel/store/transact.ts'
import { addition, replacement } from '../../../kernel/store/writes.ts'
import {
  type Network,
  type NetworkOffer,
  type NodeSource,
  networkStatuses,
  nodeStandings,
} from '../rules/network.ts'
import { networkKeys } from './keys.ts'

const nodeSource = z.custom<NodeSource>(
  (value) => typeof value === 'string' && /^(url|public|provider:\w+)$/.test(value),
)

const offer = z.object({
  chainId: z.int(),
  status: z.enum(networkStatuses),
  assets: z.array(z.string()).nullable(),
})

const network = offer.extend({
  mode: z.enum(['live', 'test']),
  retiringSince: moment.nullable(),
  nodes: z.array(
    innerMap({
      id: z.string(),
      host: z.string(),
      lastFour: z.string(),
      operator: z.string(),
      weight: z.number(),
      source: nodeSource,
      sealedUrl: sealed,
      standing: z.enum(nodeStandings),
      capabilities: innerMap({
        logRange: z.number(),
        logRangeDayBack: z.number(),
        archiveSeconds: z.number(),
        traces: z.boolean(),
      }).nullable(),
      problems: z.array(innerMap({ subject: z.string(), expected: z.string(), found: z.string() })),
      probedAt: moment.nullable(),
    }),
  ),
  singleOperatorConfirmed: z.boolean(),
  trusted: innerMap({ operator: z.string(), until: moment }).nullable().default(null),
  version: z.int(),
})

type Reading = Pick<Query, 'stale' | 'onUnreadable'>

/** The chains, for functions that call no node: nothing of the nodes is read. Consistent unless `stale`. */
export async function listNetworkOffers(
  table: Table,
  mode: Mode,
  reading: Reading = {},
): Promise<NetworkOffer[]> {
  const attributes = Object.keys(offer.shape)
  return byChain(await queryAll(table, { ...partitionOf(mode), ...reading, attributes }, offer))
}

/** All enabled chains of a mode with their nodes, consistent unless `stale`. */
export async function listNetworks(
  table: Table,
  mode: Mode,
  reading: Reading = {},
): Promise<Network[]> {
  return byChain(await queryAll(table, { ...partitionOf(mode), ...reading }, network))
}

/** Undefined if the chain is not enabled (consistent). */
export function loadNetwork(
  table: Table,
  mode: Mode,
  chainId: number,
): Promise<Network | undefined> {
  return readItem(table, networkKeys.network(mode, chainId), network)
}

/** The write that enables a chain; its condition fails if it is enabled. */
export function networkCreation(of: Network): Write {
  return addition(itemOf(of))
}

/** The write of the next version; its condition fails if somebody else wrote first. */
export function networkReplacement(of: Network): Write {
  return replacement(itemOf(of), of.version - 1)
}

/** The write that disables a chain; its condition fails if it has changed. */
export function networkRemoval({ mode, chainId, version }: Network): Write {
  return {
    Delete: {
      Key: networkKeys.network(mode, chainId),
      ConditionExpression: '#version = :version',
      ExpressionAttributeNames: { '#version': 'version' },
      ExpressionAttributeValues: { ':version': version },
    },
  }
}

function itemOf(of: Network) {
  const mutable = {
    ...of,
    assets: of.assets && [...of.assets],
    nodes: of.nodes.map((node) => ({ ...node, problems: [...node.problems] })),
  }
  return { ...networkKeys.network(of.mode, of.chainId), ...z.encode(network, mutable) }
}

function partitionOf(mode: Mode): { partition: string } {
  return { partition: networkKeys.network(mode, 0).pk }
}

function byChain<Of extends { chainId: number }>(networks: readonly Of[]): Of[] {
  return networks.toSorted((a, b) => a.chainId - b.chainId)
}
