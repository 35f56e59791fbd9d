export const refundColumns = [
  ...([
    'id',
    'status',
    'sessionId',
    'depositId',
    'chainId',
    'provider',
    'asset',
    'amount',
  ] as const),
  ...(['reason', 'address', 'addressGivenBy', 'txHash', 'sentFrom', 'reference'] as const),
  ...(['createdAt', 'updatedAt', 'completedAt'] as const),
] as const
