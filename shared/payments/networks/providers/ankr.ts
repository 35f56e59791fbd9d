import type { Provider } from './provider.ts'

export const ankr: Provider = {
  url: 'https://rpc.ankr.com/{chain}/{key}',
  chains: {
    1: 'eth',
    8453: 'base',
    137: 'polygon',
    42161: 'arbitrum',
    10: 'optimism',
    56: 'bsc',
    43114: 'avalanche',
    11155111: 'eth_sepolia',
    84532: 'base_sepolia',
    80002: 'polygon_amoy',
    421614: 'arbitrum_sepolia',
    11155420: 'optimism_sepolia',
  },
}
