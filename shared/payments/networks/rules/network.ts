import type { Mode } from '../../../kernel/mode.ts'
import type { Sealed } from '../../../kernel/sealed.ts'

/** Measured by a probe. */
export type NodeCapabilities = {
  /** Blocks of one `eth_getLogs` near the head, and of one a day back; 0 if it returns none. */
  logRange: number
  logRangeDayBack: number
  /** For how long it keeps old states, at least. */
  archiveSeconds: number
  traces: boolean
}

export type NetworkNode = {
  id: string
  /** All that is ever shown of its URL, which holds a key. */
  host: string
  lastFour: string
  /** Its registrable domain. All nodes of one operator have one vote. */
  operator: string
  /** Its share of the requests that any node can respond to, compared to the others; 0: only if they fail. */
  weight: number
  source: NodeSource
  /** Bound to mode and chain, see `nodeUrlContext`. */
  sealedUrl: Sealed
  standing: NodeStanding
  /** When it was verified, which later probes compare with; null before. */
  capabilities: NodeCapabilities | null
  /** Found by its last probe. */
  problems: readonly NodeProblem[]
  probedAt: Date | null
}

/**
 * Whether a node may be used: it has passed a probe (`verified`), or not yet, so that its chain doesn't count on it. On
 * `other_chain` it stays one of those that have to agree, but it isn't called.
 */
export const nodeStandings = ['verified', 'unverified', 'other_chain'] as const
type NodeStanding = (typeof nodeStandings)[number]

/** A difference between the expected node and the probed one. */
export type NodeProblem = { subject: string; expected: string; found: string }

/** The source of a node's URL; `provider:` is followed by the provider's name. */
export type NodeSource = 'url' | 'public' | `provider:${string}`

/**
 * A retiring chain is no longer offered, but sessions that chose it can still be paid. An unverified chain isn't offered
 * until enough of its nodes pass their probe.
 */
export const networkStatuses = ['enabled', 'retiring', 'unverified'] as const
type NetworkStatus = (typeof networkStatuses)[number]

/** A chain that is enabled, as all functions may know it. */
export type NetworkOffer = {
  chainId: number
  status: NetworkStatus
  /** Symbols of what sessions may be paid in; null for all that the registry offers. */
  assets: readonly string[] | null
}

type TrustedOperator = { operator: string; until: Date }

/** The operator that decides alone now; undefined if two have to agree as always. */
export function trustedNow({ trusted }: Pick<Network, 'trusted'>, now: Date): string | undefined {
  return trusted && trusted.until > now ? trusted.operator : undefined
}

/** An enabled chain with its nodes, in the order of requests. */
export type Network = NetworkOffer & {
  mode: Mode
  retiringSince: Date | null
  nodes: readonly NetworkNode[]
  /** The owner accepts that all nodes are one operator's, who could fake payments. */
  singleOperatorConfirmed: boolean
  /** The one operator that decides for a day, because no other responds; null if nobody named one. */
  trusted: TrustedOperator | null
  version: number
}

/** Binds a sealed URL to its mode and chain. */
export function nodeUrlContext({
  mode,
  chainId,
}: Pick<Network, 'mode' | 'chainId'>): Record<string, string> {
  return { mode, chainId: String(chainId) }
}
