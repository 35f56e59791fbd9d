import type { Mode } from '../domain/mode.ts'
import { localChains } from './registry/local-chains.ts'
import { mainnets } from './registry/mainnets.ts'
import { testnets } from './registry/testnets.ts'

export type HexAddress = `0x${string}`

export type Token = {
  symbol: string
  address: HexAddress
  decimals: number
  /** Counts as 1 USD, unless its own feed says otherwise. */
  usdPegged: boolean
  /** The EIP-712 domain of transfers by signature (EIP-3009); null where the token knows none. */
  eip3009: { name: string; version: string } | null
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
  /** What confirms a block: that depth, or the chain's `finalized` tag (and the depth where a node lacks the tag). */
  confirmedBy: 'depth' | 'finalized-tag'
  /** What contracts learn of older blocks' hashes from; Arbitrum's opcode speaks of Ethereum's blocks. */
  ancestry: 'blockhash' | 'arb-sys'
  /** URLs with `{hash}` and `{address}` to fill in. */
  explorer: { tx: string; address: string } | null
  multicall3: HexAddress
  /** By pair, such as ETH/USD. */
  feeds: Readonly<Record<string, Feed>>
  /** As Alchemy's notifications name the network, in capitals and without underscores. */
  alchemyNetwork: string | null
}

/** The registry of chains and tokens; a new one is a row. The local ones come first. */
export const chains: readonly Chain[] = [...localChains, ...mainnets, ...testnets]

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
    ...tokens.map(({ symbol, address, decimals, usdPegged }) => ({
      ...{ symbol, decimals, usdPegged },
      tokenAddress: address,
    })),
  ]
}

/** Where the explorer shows a transaction; null for a chain without one. */
export function transactionUrl({ explorer }: Pick<Chain, 'explorer'>, hash: string): string | null {
  return explorer ? explorer.tx.replace('{hash}', hash) : null
}
