import { type Client, createClient, custom, fallback, http, type Transport } from 'viem'
import { invariant } from '../kernel/invariant.ts'
import type { Chain } from './chain.ts'
import { OtherChain } from './chain-unavailable.ts'
import { ordinaryPatience, patientRequest, type Request } from './patient-request.ts'

export type ChainNode = {
  host: string
  /** Who runs it, as `nodesOf` says. */
  operator: string
  /** Not needed before the first request. */
  url: () => Promise<string>
}

type OpenChainOptions = {
  timeoutMs?: number
  /** Called with the host of a node whose quota of the day is used up. */
  onQuotaUsedUp?: (host: string) => void
}

/** A way to read one chain. */
export type ChainClient = {
  chain: Chain
  /** Asks the configured nodes in their order until one responds. */
  node: Client
  /**
   * The same nodes separately, for readings that two operators must agree on: each is named by its operator, and its key
   * is its host.
   */
  nodes: readonly Client[]
}

/**
 * Opens a chain by its nodes. Sends nothing yet. Before a node's first request, its chain id is checked, so that a
 * misplaced URL causes an outage and never a balance from another chain.
 */
export function openChain(
  { chain, nodes }: { chain: Chain; nodes: readonly ChainNode[] },
  { timeoutMs = 10_000, onQuotaUsedUp = () => undefined }: OpenChainOptions = {},
): ChainClient {
  invariant(nodes.length, `chain ${chain.chainId} has a node`)
  const opened = nodes.map(({ host, operator, url }) => ({
    ...{ key: host, name: operator },
    transport: checkedNode(chain, { url, timeoutMs, onQuotaUsedUp: () => onQuotaUsedUp(host) }),
  }))
  const transports = opened.map(({ transport }) => transport)
  return {
    chain,
    node: createClient({ transport: fallback(transports, { retryCount: 1 }) }),
    nodes: opened.map((node) => createClient(node)),
  }
}

type Checking = { url: ChainNode['url']; timeoutMs: number; onQuotaUsedUp: () => void }

function checkedNode({ chainId }: Chain, { url, timeoutMs, onQuotaUsedUp }: Checking): Transport {
  const open = async (): Promise<Request> => {
    const node = http(await url(), { timeout: timeoutMs })({ retryCount: 0 })
    const request = patientRequest(chainId, node.request, { ...ordinaryPatience, onQuotaUsedUp })
    const found = Number(await request({ method: 'eth_chainId' }))
    if (found !== chainId) throw new OtherChain(chainId, found)
    return request
  }
  let opened: Promise<Request> | undefined
  return custom(
    {
      async request(call) {
        opened ??= open().catch((error) => {
          opened = undefined
          throw error
        })
        const request = await opened
        return request(call)
      },
    },
    { retryCount: 0 },
  )
}
