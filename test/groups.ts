/**
 * What takes minutes by its nature: each call failing in turn, kills, random histories, thousands of requests, the
 * validation of all that is deployed.
 */
export const longDrills = [
  'test/faults/**/*.test.ts',
  'test/journeys/{kill,lean-install,notifier}.test.ts',
  'test/scenarios/{histories,missed-notifications}.test.ts',
  'test/contract/fuzz.test.ts',
  'shared/webhooks/deliver-in-virtual-time.test.ts',
  'infra/local/gateway/streams.test.ts',
  'infra/local/shutdown-of-nodes.test.ts',
  'infra/local/aws/dynamodb/crash.test.ts',
  'test/infra/validation.test.ts',
]

/** Tests that load a function's entry file, which keeps what it read of its environment. All others share a process. */
export const ownProcess = [
  'functions/**/*.test.ts',
  'infra/operate/*.test.ts',
  'infra/local/seed/new-setup-token.test.ts',
  'test/contract/*.test.ts',
]
