import type { Chain } from '../chain.ts'
import { circleUsdc, etherscan, feeRules, publicChain } from './row-parts.ts'

/** Without feeds: test money has no price. */
const testnet = { ...publicChain, mode: 'test', network: 'testnet', feeds: {} } as const

export const testnets: readonly Chain[] = [
  {
    ...testnet,
    chainId: 11155111,
    name: 'Sepolia',
    native: { symbol: 'ETH', decimals: 18 },
    tokens: [circleUsdc('0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238', 'USDC')],
    blockTimeMs: 12000,
    confirmations: 3,
    explorer: etherscan('https://sepolia.etherscan.io'),
  },
  {
    ...testnet,
    chainId: 84532,
    name: 'Base Sepolia',
    native: { symbol: 'ETH', decimals: 18 },
    tokens: [circleUsdc('0x036CbD53842c5426634e7929541eC2318f3dCF7e', 'USDC')],
    blockTimeMs: 2000,
    confirmations: 3,
    fees: feeRules.opStack,
    explorer: etherscan('https://sepolia.basescan.org'),
  },
  {
    ...testnet,
    chainId: 80002,
    name: 'Polygon Amoy',
    native: { symbol: 'POL', decimals: 18 },
    tokens: [circleUsdc('0x41E94Eb019C0762f9Bfcf9Fb1E58725BfB0e7582', 'USDC')],
    blockTimeMs: 2000,
    confirmations: 16,
    confirmedBy: 'finalized-tag',
    fees: feeRules.polygon,
    explorer: etherscan('https://amoy.polygonscan.com'),
  },
  {
    ...testnet,
    chainId: 421614,
    name: 'Arbitrum Sepolia',
    native: { symbol: 'ETH', decimals: 18 },
    tokens: [circleUsdc('0x75faf114eafb1BDbe2F0316DF893fd58CE46AA4d', 'USD Coin')],
    blockTimeMs: 250,
    confirmations: 20,
    ancestry: 'arb-sys',
    fees: feeRules.arbitrum,
    explorer: etherscan('https://sepolia.arbiscan.io'),
  },
  {
    ...testnet,
    chainId: 11155420,
    name: 'OP Sepolia',
    native: { symbol: 'ETH', decimals: 18 },
    tokens: [circleUsdc('0x5fd84259d66Cd46123540766Be93DFE6D43130D7', 'USDC')],
    blockTimeMs: 2000,
    confirmations: 3,
    fees: feeRules.opStack,
    explorer: etherscan('https://sepolia-optimism.etherscan.io'),
  },
]
