export const webhookEndpointExample = {
  id: 'we_01KJMFE3E0C3D5E7F9G1H3J5KM',
  object: 'webhook_endpoint',
  url: 'https://shop.example/webhooks',
  events: ['session.paid', 'session.expired'],
  active: true,
  inactiveReason: null,
  secretPrefix: 'whsec_4vJ9xT',
  createdAt: '2026-03-01T12:00:00.000Z',
} as const
