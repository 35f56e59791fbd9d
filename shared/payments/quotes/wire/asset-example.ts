export const assetExample = {
  object: 'asset',
  chainId: 8453,
  asset: 'USDC',
  tokenAddress: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  decimals: 6,
  usdPegged: true,
} as const
