/**
 * Contract addresses on both local chains: Multicall3 has its canonical address, ours result from the local deployer's
 * first transactions.
 */
export const localAddresses = {
  multicall3: '0xcA11bde05977b3631167028862bE2a173976CA11',
  testUsdc: '0xE2C3aBCcEf4Ba1A9c56f2631f87C9451E0f6AAb0',
  ethUsdFeed: '0x406c4378399A5A9c71618340A5eCAA9313b4E6af',
  usdcUsdFeed: '0x8D760134519845D629c85BeD1a543e0BbD557a30',
  eurUsdFeed: '0xdDaCf23B61659a83faf7E3360BF2206478176231',
} as const

/** The local feeds get a new round at start and then this often. */
export const localFeedHeartbeatSeconds = 3600

export const localFeedDecimals = 8
