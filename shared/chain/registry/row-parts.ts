import type { Chain, Feed, HexAddress, Token } from '../chain.ts'
import type { FeeRule } from '../rules/fee-rule.ts'

const gwei = 1_000_000_000n

const ordinaryFees = {
  pricedBy: 'base-fee',
  // Below this, nodes' default settings leave a transaction out of their blocks.
  minimum: gwei / 1000n,
  ignoresTip: false,
  dataFee: null,
} as const satisfies FeeRule

/** Fee rules that differ from Ethereum's; the sources are in docs/decisions/0032. */
export const feeRules = {
  ethereum: ordinaryFees,
  opStack: { ...ordinaryFees, dataFee: 'op-stack' },
  arbitrum: { ...ordinaryFees, ignoresTip: true, dataFee: 'in-gas' },
  /** Nodes refuse tips below 25 gwei. */
  polygon: { ...ordinaryFees, minimum: 30n * gwei },
  bnb: { ...ordinaryFees, pricedBy: 'gas-price', minimum: gwei / 20n },
  avalanche: { ...ordinaryFees, pricedBy: 'gas-price' },
} as const satisfies Record<string, FeeRule>

/** Defaults for the rows of public chains. */
export const publicChain = {
  confirmedBy: 'depth',
  ancestry: 'blockhash',
  fees: feeRules.ethereum,
  sequencerFeed: null,
  multicall3: '0xcA11bde05977b3631167028862bE2a173976CA11',
} as const satisfies Partial<Chain>

/** Circle's own USDC. The name in its signing domain differs by chain, so each row states it. */
export function circleUsdc(address: HexAddress, domainName: string): Token {
  const eip3009 = { name: domainName, version: '2' }
  return { symbol: 'USDC', address, decimals: 6, usdPegged: true, checkout: true, eip3009 }
}

/** A USD stablecoin without transfers by signature. */
export function dollarToken(symbol: string, address: HexAddress, decimals: number): Token {
  return { symbol, address, decimals, usdPegged: true, checkout: true, eip3009: null }
}

/**
 * A bridged dollar, or an older version of one: customers confuse it with the one that is offered. The source of each
 * address is in docs/decisions/0017.
 */
export function bridgedDollar(symbol: string, address: HexAddress, decimals = 6): Token {
  return { ...dollarToken(symbol, address, decimals), checkout: false }
}

/** Circle's euro: recognised, not offered. Not pegged to the dollar, so it has no price here. */
export function circleEuro(address: HexAddress): Token {
  return { ...bridgedDollar('EURC', address), usdPegged: false }
}

const feedDecimals = 8
const hourSeconds = 3600
const daySeconds = 86_400

/**
 * A coin's price. Heartbeats change, and not all are published: then our own limit of an hour applies, so that a slower
 * feed is ignored while it is older, rather than trusted.
 */
export function coinFeed(address: HexAddress, heartbeatSeconds = hourSeconds): Feed {
  return { address, decimals: feedDecimals, heartbeatSeconds, market: 'crypto' }
}

export function pegFeed(address: HexAddress): Feed {
  return { address, decimals: feedDecimals, heartbeatSeconds: daySeconds, market: 'crypto' }
}

export function fxFeed(address: HexAddress): Feed {
  return { address, decimals: feedDecimals, heartbeatSeconds: daySeconds, market: 'fx' }
}

/** The links of an explorer with Etherscan's paths. */
export function etherscan(origin: string): Chain['explorer'] {
  return { tx: `${origin}/tx/{hash}`, address: `${origin}/address/{address}` }
}
