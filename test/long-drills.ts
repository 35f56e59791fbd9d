/** What takes minutes by its nature: each call failing in turn, kills, random histories, thousands of requests. */
export const longDrills = [
  'test/faults/**/*.test.ts',
  'test/journeys/{kill,notifier}.test.ts',
  'test/scenarios/{histories,unnoticed}.test.ts',
  'test/contract/fuzz.test.ts',
  'shared/webhooks/deliver-in-virtual-time.test.ts',
  'infra/local/gateway/streams.test.ts',
]
