import type { Provider } from './provider.ts'

export const infura: Provider = {
  url: 'https://{chain}.infura.io/v3/{key}',
  chains: {
    1: 'mainnet',
    8453: 'base-mainnet',
    137: 'polygon-mainnet',
    42161: 'arbitrum-mainnet',
    10: 'optimism-mainnet',
    56: 'bsc-mainnet',
    43114: 'avalanche-mainnet',
    11155111: 'sepolia',
    84532: 'base-sepolia',
    80002: 'polygon-amoy',
    421614: 'arbitrum-sepolia',
    11155420: 'optimism-sepolia',
  },
}
