import * as z from 'zod'
import { modes } from '../../../kernel/mode.ts'
import { type Network, type NetworkNode, networkStatuses, nodeStandings } from '../rules/network.ts'

const shownNode = z.object({
  id: z.string(),
  /** Host and last four characters: nothing else of the URL is ever shown. */
  url: z.string(),
  operator: z.string(),
  source: z.string(),
  weight: z.number(),
  standing: z.enum(nodeStandings),
  logRange: z.number().nullable(),
  archiveSeconds: z.number().nullable(),
  traces: z.boolean().nullable(),
  /** Found by its last probe. */
  problems: z.array(z.object({ subject: z.string(), expected: z.string(), found: z.string() })),
  probedAt: z.iso.datetime().nullable(),
})

/** An enabled chain as operators see it. */
export const shownNetwork = z.object({
  mode: z.enum(modes),
  chainId: z.int(),
  name: z.string(),
  status: z.enum(networkStatuses),
  retiringSince: z.iso.datetime().nullable(),
  assets: z.array(z.string()),
  singleOperatorConfirmed: z.boolean(),
  /** The operator that decides alone, and until when. */
  trusted: z.object({ operator: z.string(), until: z.iso.datetime() }).nullable(),
  nodes: z.array(shownNode),
})

export type ShownNetwork = z.infer<typeof shownNetwork>

/** `row` is the chain's row in the registry; `assets` are the offered assets. */
export function presentNetwork(
  network: Network,
  { name, assets }: { name: string; assets: readonly string[] },
): ShownNetwork {
  const { mode, chainId, status, retiringSince, singleOperatorConfirmed, trusted, nodes } = network
  return {
    mode,
    chainId,
    name,
    status,
    singleOperatorConfirmed,
    trusted: trusted && { operator: trusted.operator, until: trusted.until.toISOString() },
    retiringSince: retiringSince?.toISOString() ?? null,
    assets: [...assets],
    nodes: nodes.map(presentNode),
  }
}

function presentNode(node: NetworkNode): ShownNetwork['nodes'][number] {
  const { id, host, lastFour, operator, source, weight, standing, capabilities, probedAt } = node
  return {
    id,
    operator,
    source,
    weight,
    standing,
    problems: [...node.problems],
    url: shownUrl({ host, lastFour }),
    logRange: capabilities?.logRange ?? null,
    archiveSeconds: capabilities?.archiveSeconds ?? null,
    traces: capabilities?.traces ?? null,
    probedAt: probedAt?.toISOString() ?? null,
  }
}

/** `eth-mainnet.example …a1b2`. */
function shownUrl({ host, lastFour }: Pick<NetworkNode, 'host' | 'lastFour'>): string {
  return lastFour ? `${host} …${lastFour}` : host
}
