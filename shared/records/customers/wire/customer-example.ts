export const customerExample = {
  id: 'cus_01KJMFE3E0M2N4P6Q8R0S2T4VW',
  object: 'customer',
  email: 'ada@example.com',
  metadata: { tier: 'gold' },
  createdAt: '2026-03-01T12:00:00.000Z',
  updatedAt: '2026-03-01T12:01:38.512Z',
} as const
