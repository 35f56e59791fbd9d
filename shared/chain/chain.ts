import type { Mode } from '../kernel/mode.ts'
import type { FeeRule } from './rules/fee-rule.ts'

export type HexAddress = `0x${string}`

export type Token = {
  symbol: string
  address: HexAddress
  decimals: number
  /** Counts as 1 USD, unless its own feed says otherwise. */
  usdPegged: boolean
  /** Whether sessions can be paid in it. Other tokens are recognised when they arrive, and can be swept. */
  checkout: boolean
  /** The EIP-712 domain of transfers by signature (EIP-3009); null if the token doesn't support it. */
  eip3009: { name: string; version: string } | null
}

/** An on-chain price with Chainlink's AggregatorV3Interface. */
export type Feed = {
  address: HexAddress
  decimals: number
  /** The maximum time between two rounds. */
  heartbeatSeconds: number
  /** Foreign exchange markets close at weekends. */
  market: 'crypto' | 'fx'
}

export type Chain = {
  chainId: number
  name: string
  /** Sessions of this mode can be paid here. */
  mode: Mode
  /** How far to trust the chain: a local one is play money on this machine. */
  network: 'mainnet' | 'testnet' | 'local'
  /** Sessions may be paid in it, unless `checkout` is false. */
  native: { symbol: string; decimals: number; checkout?: boolean }
  tokens: readonly Token[]
  blockTimeMs: number
  /** Blocks from the one of the transaction to the head, both included, before a payment counts. */
  confirmations: number
  /**
   * How a block is confirmed: by `confirmations`, or by the chain's `finalized` tag (and by `confirmations` if a node
   * lacks the tag).
   */
  confirmedBy: 'depth' | 'finalized-tag'
  /** How contracts read the hashes of older blocks: on Arbitrum, the opcode returns hashes of Ethereum's blocks. */
  ancestry: 'blockhash' | 'arb-sys'
  fees: FeeRule
  /** URLs with `{hash}` and `{address}` to fill in. */
  explorer: { tx: string; address: string } | null
  multicall3: HexAddress
  /** By pair, such as ETH/USD. */
  feeds: Readonly<Record<string, Feed>>
  /** Chainlink's feed on whether the L2's sequencer is up; null if the chain has none. */
  sequencerFeed: HexAddress | null
}
