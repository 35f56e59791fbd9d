/**
 * Nodes that anyone may use, in the order in which they are tried as the second node of a chain. Their operators promise
 * nothing, and hosts close within months, so each is probed before it is saved and every day after. They have recent state
 * only.
 */
export const publicNodes: Readonly<Record<number, readonly string[]>> = {
  1: [
    'https://ethereum-rpc.publicnode.com',
    'https://mainnet.gateway.tenderly.co',
    'https://eth.drpc.org',
  ],
  8453: [
    'https://base-rpc.publicnode.com',
    'https://mainnet.base.org',
    'https://base.gateway.tenderly.co',
    'https://base.drpc.org',
  ],
  137: [
    'https://polygon-bor-rpc.publicnode.com',
    'https://polygon.gateway.tenderly.co',
    'https://polygon.drpc.org',
  ],
  42161: [
    'https://arbitrum-one-rpc.publicnode.com',
    'https://arb1.arbitrum.io/rpc',
    'https://arbitrum.gateway.tenderly.co',
    'https://arbitrum.drpc.org',
  ],
  10: [
    'https://optimism-rpc.publicnode.com',
    'https://mainnet.optimism.io',
    'https://optimism.gateway.tenderly.co',
    'https://optimism.drpc.org',
  ],
  56: [
    'https://bsc-rpc.publicnode.com',
    'https://bsc-dataseed.bnbchain.org',
    'https://bsc.drpc.org',
  ],
  43114: [
    'https://avalanche-c-chain-rpc.publicnode.com',
    'https://api.avax.network/ext/bc/C/rpc',
    'https://avalanche-mainnet.gateway.tenderly.co',
    'https://avalanche.drpc.org',
  ],
  11155111: [
    'https://ethereum-sepolia-rpc.publicnode.com',
    'https://sepolia.gateway.tenderly.co',
    'https://sepolia.drpc.org',
  ],
  84532: [
    'https://base-sepolia-rpc.publicnode.com',
    'https://sepolia.base.org',
    'https://base-sepolia.gateway.tenderly.co',
    'https://base-sepolia.drpc.org',
  ],
  80002: [
    'https://polygon-amoy-bor-rpc.publicnode.com',
    'https://polygon-amoy.gateway.tenderly.co',
    'https://polygon-amoy.drpc.org',
  ],
  421614: [
    'https://arbitrum-sepolia-rpc.publicnode.com',
    'https://sepolia-rollup.arbitrum.io/rpc',
    'https://arbitrum-sepolia.gateway.tenderly.co',
    'https://arbitrum-sepolia.drpc.org',
  ],
  11155420: [
    'https://optimism-sepolia-rpc.publicnode.com',
    'https://sepolia.optimism.io',
    'https://optimism-sepolia.gateway.tenderly.co',
    'https://optimism-sepolia.drpc.org',
  ],
}
