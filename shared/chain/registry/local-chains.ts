import type { Chain } from '../chain.ts'
import { localAddresses, localFeedDecimals, localFeedHeartbeatSeconds } from '../local-addresses.ts'
import { circleUsdc, feeRules } from './row-parts.ts'

const localFeed = { decimals: localFeedDecimals, heartbeatSeconds: localFeedHeartbeatSeconds }

const localChain = {
  network: 'local',
  native: { symbol: 'ETH', decimals: 18 },
  tokens: [circleUsdc(localAddresses.testUsdc, 'USD Coin')],
  blockTimeMs: 2000,
  confirmations: 3,
  confirmedBy: 'depth',
  ancestry: 'blockhash',
  fees: feeRules.ethereum,
  explorer: null,
  multicall3: localAddresses.multicall3,
  feeds: {
    'ETH/USD': { ...localFeed, address: localAddresses.ethUsdFeed, market: 'crypto' },
    'USDC/USD': { ...localFeed, address: localAddresses.usdcUsdFeed, market: 'crypto' },
    'EUR/USD': { ...localFeed, address: localAddresses.eurUsdFeed, market: 'fx' },
  },
  sequencerFeed: null,
} as const satisfies Partial<Chain>

/** Play money on this machine, one chain for each mode. */
export const localChains: readonly Chain[] = [
  {
    ...localChain,
    chainId: 31337,
    name: 'Local test chain',
    mode: 'test',
  },
  {
    ...localChain,
    chainId: 31338,
    name: 'Local live chain',
    mode: 'live',
  },
]
