/**
 * Tests that take minutes: each call failing in turn, kills, random histories, thousands of requests, validation of all
 * stacks.
 */
export const longDrills = [
  'test/faults/**/*.test.ts',
  'test/journeys/{kill,lean-install,moving,notifier,repeated-notifications,restore,sweeps}.test.ts',
  'test/scenarios/{histories,lost-sweeps,missed-notifications,requests-of-a-thousand,restore,sweep-histories}.test.ts',
  'test/contract/{contract-of-instance,fuzz}.test.ts',
  'test/cost/pages-and-months.test.ts',
  'functions/api/large-lists.test.ts',
  'shared/operators/set-up-instance.test.ts',
  'shared/networks/many-addresses.test.ts',
  'shared/webhooks/deliver-in-virtual-time.test.ts',
  'shared/exports/large-exports.test.ts',
  'infra/local/gateway/streams.test.ts',
  'infra/local/shutdown-of-nodes.test.ts',
  'infra/local/aws/dynamodb/crash.test.ts',
  'test/infra/validation.test.ts',
]

/** What takes longest, to begin with: no process is left with one of them alone in the end. */
export const longest = [
  'test/journeys/payments.test.ts',
  'infra/local/chains/start-chain.test.ts',
  'test/infra/deploy.test.ts',
]
