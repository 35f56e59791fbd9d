import type { Mode } from '../kernel/mode.ts'

export type HexAddress = `0x${string}`

export type Token = {
  symbol: string
  address: HexAddress
  decimals: number
  /** Counts as 1 USD, unless its own feed says otherwise. */
  usdPegged: boolean
  /** Whether sessions may be paid in it. Any other is recognised when it comes, and can be swept. */
  checkout: boolean
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
  /** Chainlink's feed on whether the L2's sequencer is up; null where the chain has none. */
  sequencerFeed: HexAddress | null
  /** As Alchemy's notifications name the network, in capitals and without underscores. */
  alchemyNetwork: string | null
}
