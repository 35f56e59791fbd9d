import type { Provider } from './provider.ts'

export const drpc: Provider = {
  url: 'https://lb.drpc.org/ogrpc?network={chain}&dkey={key}',
  chains: {
    1: 'ethereum',
    8453: 'base',
    137: 'polygon',
    42161: 'arbitrum',
    10: 'optimism',
    56: 'bsc',
    43114: 'avalanche',
    11155111: 'sepolia',
    84532: 'base-sepolia',
    80002: 'polygon-amoy',
    421614: 'arbitrum-sepolia',
    11155420: 'optimism-sepolia',
  },
}
