import type { Mode } from '../domain/mode.ts'
import { localAddresses, localFeedDecimals, localFeedHeartbeatSeconds } from './local-addresses.ts'

export type HexAddress = `0x${string}`

type Token = {
  symbol: string
  address: HexAddress
  decimals: number
  /** Counts as 1 USD, unless its own feed says otherwise. */
  usdPegged: boolean
}

/** An on-chain price with Chainlink's AggregatorV3Interface. */
export type Feed = {
  address: HexAddress
  decimals: number
  /** A new round comes at least this often. */
  heartbeatSeconds: number
  /** Foreign exchange rests at weekends. */
  market: 'crypto' | 'fx'
}

export type Chain = {
  chainId: number
  name: string
  /** Sessions of this mode may be paid here. */
  mode: Mode
  /** What it takes to believe the chain: a local one is play money on this machine. */
  network: 'mainnet' | 'testnet' | 'local'
  native: { symbol: string; decimals: number }
  tokens: readonly Token[]
  blockTimeMs: number
  /** Blocks from the one of the transaction to the head, both counted, before an amount is judged. */
  confirmations: number
  /** URLs with `{hash}` and `{address}` to fill in. */
  explorer: { tx: string; address: string } | null
  multicall3: HexAddress
  /** By pair, such as ETH/USD. */
  feeds: Readonly<Record<string, Feed>>
  /** As Alchemy's notifications name the network, in capitals and without underscores. */
  alchemyNetwork: string | null
}

const localFeed = { decimals: localFeedDecimals, heartbeatSeconds: localFeedHeartbeatSeconds }

const localChain = {
  network: 'local',
  native: { symbol: 'ETH', decimals: 18 },
  tokens: [{ symbol: 'USDC', address: localAddresses.testUsdc, decimals: 6, usdPegged: true }],
  blockTimeMs: 2000,
  confirmations: 3,
  explorer: null,
  multicall3: localAddresses.multicall3,
  feeds: {
    'ETH/USD': { ...localFeed, address: localAddresses.ethUsdFeed, market: 'crypto' },
    'USDC/USD': { ...localFeed, address: localAddresses.usdcUsdFeed, market: 'crypto' },
    'EUR/USD': { ...localFeed, address: localAddresses.eurUsdFeed, market: 'fx' },
  },
} as const satisfies Partial<Chain>

/** The registry of chains and tokens; a new one is a row. */
export const chains: readonly Chain[] = [
  {
    ...localChain,
    chainId: 31337,
    name: 'Local test chain',
    mode: 'test',
    alchemyNetwork: 'LOCAL31337',
  },
  {
    ...localChain,
    chainId: 31338,
    name: 'Local live chain',
    mode: 'live',
    alchemyNetwork: 'LOCAL31338',
  },
]

/** The registry's row, or undefined where the chain is not in it. */
export function chainById(chainId: number): Chain | undefined {
  return chains.find((chain) => chain.chainId === chainId)
}

/** A coin or token of a chain; `tokenAddress` is null for the native coin. */
export type ChainAsset = {
  symbol: string
  tokenAddress: HexAddress | null
  decimals: number
  usdPegged: boolean
}

/** The chain's asset of that symbol, or undefined. */
export function assetOf(chain: Chain, symbol: string): ChainAsset | undefined {
  return assetsOf(chain).find((asset) => asset.symbol === symbol)
}

/** All assets of a chain, the native coin first. */
export function assetsOf({ native, tokens }: Chain): ChainAsset[] {
  return [
    { ...native, tokenAddress: null, usdPegged: false },
    ...tokens.map(({ address, ...token }) => ({ ...token, tokenAddress: address })),
  ]
}

/** Where the explorer shows a transaction; null for a chain without one. */
export function transactionUrl({ explorer }: Pick<Chain, 'explorer'>, hash: string): string | null {
  return explorer ? explorer.tx.replace('{hash}', hash) : null
}
