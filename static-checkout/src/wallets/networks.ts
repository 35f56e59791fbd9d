/**
 * Public nodes without a key, which a wallet stores when it adds a network (EIP-3085). They are the wallet's from then on
 * and have no part in how a payment is noticed.
 */
export const publicNodes: Readonly<Record<number, string>> = {
  1: 'https://eth.drpc.org',
  10: 'https://mainnet.optimism.io',
  56: 'https://bsc-dataseed.bnbchain.org',
  137: 'https://polygon.drpc.org',
  8453: 'https://mainnet.base.org',
  42161: 'https://arb1.arbitrum.io/rpc',
  43114: 'https://api.avax.network/ext/bc/C/rpc',
  11155111: 'https://ethereum-sepolia-rpc.publicnode.com',
  11155420: 'https://sepolia.optimism.io',
  80002: 'https://polygon-amoy.drpc.org',
  84532: 'https://sepolia.base.org',
  421614: 'https://sepolia-rollup.arbitrum.io/rpc',
}
