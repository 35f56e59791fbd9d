import type { Provider } from './provider.ts'

export const alchemy: Provider = {
  url: 'https://{chain}.g.alchemy.com/v2/{key}',
  chains: {
    1: 'eth-mainnet',
    8453: 'base-mainnet',
    137: 'polygon-mainnet',
    42161: 'arb-mainnet',
    10: 'opt-mainnet',
    56: 'bnb-mainnet',
    43114: 'avax-mainnet',
    11155111: 'eth-sepolia',
    84532: 'base-sepolia',
    80002: 'polygon-amoy',
    421614: 'arb-sepolia',
    11155420: 'opt-sepolia',
  },
}
