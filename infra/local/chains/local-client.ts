import { createClient, defineChain, http } from 'viem'

export type ChainAddress = { chainId: number; rpcUrl: string }

export function localClient({ chainId, rpcUrl }: ChainAddress) {
  const chain = defineChain({
    id: chainId,
    name: `local ${chainId}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  })
  return createClient({ chain, transport: http(rpcUrl), pollingInterval: 50, cacheTime: 0 })
}

export type LocalClient = ReturnType<typeof localClient>

/** Fees that are sufficient at any base fee: with play money, no estimate is needed. */
export const generousFees = {
  maxFeePerGas: 1_000_000_000_000n,
  maxPriorityFeePerGas: 1_000_000_000n,
} as const
