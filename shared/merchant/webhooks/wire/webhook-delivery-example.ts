export const webhookDeliveryExample = {
  id: 'del_01KJMFE3E0N7P9Q1R3S5T7V9WX',
  object: 'webhook_delivery',
  endpointId: 'we_01KJMFE3E0C3D5E7F9G1H3J5KM',
  eventId: 'evt_01KJMFE3E0B2C4D6E8F0G2H4JK',
  eventType: 'session.paid',
  status: 'failed',
  ending: 'attempts_exhausted',
  attemptsMade: 6,
  nextAttemptAt: null,
  createdAt: '2026-03-01T12:01:38.512Z',
  replayedAt: null,
  endedAt: '2026-03-02T19:12:38.512Z',
} as const
