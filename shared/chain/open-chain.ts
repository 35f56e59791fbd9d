import { type Client, createClient, custom, fallback, http, type Transport } from 'viem'
import { invariant } from '../kernel/invariant.ts'
import type { Chain } from './chain.ts'
import { OtherChain } from './chain-unavailable.ts'
import { hideSecrets } from './nodes/hide-secrets.ts'
import { ordinaryPatience, patientRequest, type Request } from './nodes/patient-request.ts'

export type ChainNode = {
  host: string
  /** The node's operator, as in `nodesOf`. */
  operator: string
  /** Not needed before the first request. */
  url: () => Promise<string>
}

export type FetchNode = (url: string, init: RequestInit) => Promise<Response>

type OpenChainOptions = {
  timeoutMs?: number
  fetchNode: FetchNode
  /** Called with the host of a node whose quota of the day is used up. */
  onQuotaUsedUp?: (host: string) => void
}

export type ChainClient = {
  chain: Chain
  /** Asks the configured nodes in their order until one responds. */
  node: Client
  /**
   * The nodes separately, for readings that two operators must agree on: each is named by its operator, and its key is
   * its host.
   */
  nodes: readonly Client[]
}

/**
 * Opens a chain by its nodes. Sends nothing yet. Before a node's first request, its chain id is checked, so that a
 * misplaced URL causes an outage and never a balance from another chain.
 */
export function openChain(
  { chain, nodes }: { chain: Chain; nodes: readonly ChainNode[] },
  options: OpenChainOptions,
): ChainClient {
  invariant(nodes.length, `chain ${chain.chainId} has a node`)
  const opened = nodes.map(({ host, operator, url }) => ({
    key: host,
    name: operator,
    transport: checkedNode(chain, { ...options, host, url }),
  }))
  const transports = opened.map(({ transport }) => transport)
  return {
    chain,
    node: createClient({ transport: fallback(transports, { retryCount: 1 }) }),
    nodes: opened.map((node) => createClient(node)),
  }
}

type Opening = OpenChainOptions & Pick<ChainNode, 'host' | 'url'>

function checkedNode({ chainId }: Chain, { host, onQuotaUsedUp, ...opening }: Opening): Transport {
  const open = async (): Promise<Request> => {
    const request = patientRequest(chainId, await requestOf(opening), {
      ...ordinaryPatience,
      onQuotaUsedUp: () => onQuotaUsedUp?.(host),
    })
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

/** Requests of a node whose errors hold nothing of its URL but the host. */
async function requestOf({
  url,
  timeoutMs: timeout = 10_000,
  fetchNode,
}: Omit<Opening, 'host' | 'onQuotaUsedUp'>): Promise<Request> {
  const text = await url()
  const fetchFn = (_: unknown, init: RequestInit = {}) => fetchNode(text, init)
  const node = http(text, { timeout, fetchFn })({ retryCount: 0 })
  return (call) =>
    node.request(call).catch((error: unknown) => {
      hideSecrets(error, text)
      throw error
    })
}
